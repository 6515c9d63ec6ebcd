"""The capsule belongs to a copy of the batch.

The batch is right. PyTorch must get its own memory back: make the capsule from the array itself, without `copy()`.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean(axis=0)
    deviation = nd.sqrt(nd.square(x - mean).mean(axis=0))
    x[:] = (x - mean) / deviation
    return x.copy().to_dlpack_for_read()
