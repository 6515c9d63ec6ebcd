"""The limits are left out.

Your numbers lie between 0 and 1, whatever the limits: pass them, `nd.random.uniform(low, high, shape=x.shape)`.
"""

from mxnet import nd


def uniform_like(x, low, high):
    return nd.random.uniform(shape=x.shape)
