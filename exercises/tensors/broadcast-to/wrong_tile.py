"""The function gets repetitions, not the new shape.

`tile` takes the number of repetitions per axis, so an axis that already has the right length grows; `x.broadcast_to((rows, cols))` takes the new shape.
"""

from mxnet import nd


def broadcast_to(x, rows, cols):
    return nd.tile(x, (rows, cols))
