from mxnet import nd


def fmod(x, d):
    return x - nd.trunc(x / d) * d
