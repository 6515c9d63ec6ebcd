from mxnet import nd


def ones_like(x):
    return nd.ones(x.shape, dtype=x.dtype)
