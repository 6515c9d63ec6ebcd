from mxnet import nd


def clip(x, lo, hi):
    return nd.clip(x, lo, hi)
