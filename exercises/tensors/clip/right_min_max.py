from mxnet import nd


def clip(x, lo, hi):
    return nd.minimum(nd.maximum(x, lo), hi)
