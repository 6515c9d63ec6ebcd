from mxnet import nd


def expand_dims(x, dim):
    return nd.stack(x, axis=dim)
