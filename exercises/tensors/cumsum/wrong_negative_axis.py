"""The axis is negative.

`cumsum` takes no negative axis on MXNet 1.9.1; count from the front: `nd.cumsum(x, axis=1)`.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x, axis=-1)
