from mxnet import nd


def copy(x):
    result = nd.zeros_like(x)
    result[:] = x
    return result
