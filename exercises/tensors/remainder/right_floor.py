from mxnet import nd


def remainder(x, d):
    return x - nd.floor(x / d) * d
