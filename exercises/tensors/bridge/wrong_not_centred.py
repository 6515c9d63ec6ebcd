"""The mean is not subtracted.

Subtract the mean of each column first, and then divide by the standard deviation.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean(axis=0)
    deviation = nd.sqrt(nd.square(x - mean).mean(axis=0))
    x[:] = x / deviation
    return x.to_dlpack_for_read()
