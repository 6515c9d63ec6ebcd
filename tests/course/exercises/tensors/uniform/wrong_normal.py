"""Normal draws.

Those are normal draws.
"""

from mxnet import nd


def uniform(low, high, shape):
    return nd.random.normal(low, high, shape=shape)
