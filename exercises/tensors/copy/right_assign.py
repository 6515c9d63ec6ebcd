from mxnet import nd


def clone(x):
    result = nd.zeros_like(x)
    result[:] = x
    return result
