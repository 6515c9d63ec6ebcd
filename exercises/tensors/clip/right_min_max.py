from mxnet import nd


def clamp(x, lo, hi):
    return nd.minimum(nd.maximum(x, lo), hi)
