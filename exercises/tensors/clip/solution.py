from mxnet import nd


def clamp(x, lo, hi):
    return nd.clip(x, lo, hi)
