from mxnet import nd


def ones_like(x):
    return nd.zeros_like(x) + 1
