from mxnet import nd


def fmod(x, d):
    return nd.sign(x) * nd.modulo(nd.abs(x), abs(d))
