"""One mean serves for all columns.

The mean has no `axis`, so it is that of the whole array: pass `axis=0, keepdims=True` for the mean, too.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean()
    deviation = nd.sqrt(nd.square(x - mean).mean(axis=0))
    x[:] = (x - mean) / deviation
    return x.to_dlpack_for_read()
