from mxnet import nd


def remainder(x, d):
    return nd.modulo(x, d)
