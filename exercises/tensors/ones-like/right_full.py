from mxnet import nd


def ones_like(x):
    return nd.full(x.shape, 1, dtype=x.dtype)
