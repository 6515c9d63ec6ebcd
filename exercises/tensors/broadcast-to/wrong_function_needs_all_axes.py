"""The function does not add the missing axis of a vector.

The function `nd.broadcast_to` needs as many axes as the new shape has, so it does not accept a vector; the method `x.broadcast_to((rows, cols))` accepts it.
"""

from mxnet import nd


def broadcast_to(x, rows, cols):
    return nd.broadcast_to(x, shape=(rows, cols))
