"""The variance is a difference of two large numbers.

The mean of the squares minus the square of the mean loses its digits in float32, if the mean is much larger than the deviation.
Subtract the mean first, then take the mean of the squares.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    mean = x.mean(axis=0)
    variance = nd.square(x).mean(axis=0) - nd.square(mean)
    x[:] = (x - mean) / nd.sqrt(variance)
    return x.to_dlpack_for_read()
