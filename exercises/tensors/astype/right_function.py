from mxnet import nd


def cast(x, name):
    return nd.cast(x, dtype=name)
