"""The deviation is computed before the mean is subtracted.

The mean square of a column contains the square of its mean until you subtract that. Subtract the mean first, and take the root of the mean square of what is left.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    deviation = nd.sqrt(nd.square(x).mean(axis=0))
    x -= x.mean(axis=0)
    x /= deviation
    return x.to_dlpack_for_read()
