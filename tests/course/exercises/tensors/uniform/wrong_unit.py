"""The unit interval.

The limits are left out.
"""

from mxnet import nd


def uniform(low, high, shape):
    return nd.random.uniform(shape=shape)
