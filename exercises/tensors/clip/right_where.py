from mxnet import nd


def clip(x, lo, hi):
    raised = nd.where(x < lo, nd.full(x.shape, lo, dtype=x.dtype), x)
    return nd.where(raised > hi, nd.full(x.shape, hi, dtype=x.dtype), raised)
