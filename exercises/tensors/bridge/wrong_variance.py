"""The columns are divided by their variance.

The standard deviation is the root of the mean of the squares: take the root.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0)
    x /= nd.square(x).mean(axis=0)
    return x.to_dlpack_for_read()
