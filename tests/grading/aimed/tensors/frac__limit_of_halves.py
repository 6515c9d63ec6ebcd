from mxnet import nd


def frac(x):
    return nd.where(nd.abs(x) < 4194304, x - nd.trunc(x), nd.zeros_like(x))
