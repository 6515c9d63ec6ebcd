from mxnet import nd


def unsqueeze(x, dim):
    return nd.stack(x, axis=dim)
