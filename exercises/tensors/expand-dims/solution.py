from mxnet import nd


def unsqueeze(x, dim):
    return nd.expand_dims(x, axis=dim)
