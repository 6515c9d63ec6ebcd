"""The limits are left out.

Your numbers are between 0 and 1 for all limits: pass the limits, `nd.random.uniform(low, high, shape=x.shape)`.
"""

from mxnet import nd


def uniform_like(x, low, high):
    return nd.random.uniform(shape=x.shape)
