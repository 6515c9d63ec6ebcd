"""Nothing is returned.

The batch is right, but PyTorch also needs a capsule of it: return `x.to_dlpack_for_read()`.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0)
    x /= nd.sqrt(nd.square(x).mean(axis=0))
