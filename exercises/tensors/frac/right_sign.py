from mxnet import nd


def frac(x):
    return nd.sign(x) * nd.modulo(nd.abs(x), 1)
