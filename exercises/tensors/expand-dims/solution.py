from mxnet import nd


def expand_dims(x, dim):
    return nd.expand_dims(x, axis=dim)
