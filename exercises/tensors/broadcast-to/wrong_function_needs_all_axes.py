"""The function does not add the missing axis of a vector.

The function `nd.broadcast_to` wants as many axes as the new shape has, so it refuses a vector; the method `x.broadcast_to((rows, cols))` does not.
"""

from mxnet import nd


def expand(x, rows, cols):
    return nd.broadcast_to(x, shape=(rows, cols))
