"""The axis is negative.

On MXNet 1.9.1 `cumsum` does not accept a negative axis; count from the front: `nd.cumsum(x, axis=1)`.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x, axis=-1)
