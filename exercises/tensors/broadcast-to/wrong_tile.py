"""The function gets repetitions, not the new shape.

`tile` takes how often to repeat each axis, so an axis that is already long enough grows again; `x.broadcast_to((rows, cols))` takes the new shape.
"""

from mxnet import nd


def expand(x, rows, cols):
    return nd.tile(x, (rows, cols))
