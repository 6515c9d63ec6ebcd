from mxnet import nd


def cast(x, name):
    out = nd.zeros(x.shape, dtype=name)
    out[:] = x
    return out
