"""A NumPy array is returned, not a capsule.

The batch is right, but PyTorch also needs a capsule of it: return `x.to_dlpack_for_read()`.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean(axis=0)
    deviation = nd.sqrt(nd.square(x - mean).mean(axis=0))
    x[:] = (x - mean) / deviation
    return x.asnumpy()
