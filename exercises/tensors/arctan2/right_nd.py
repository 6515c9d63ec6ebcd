import math

from mxnet import nd


def arctan2(x, y):
    turn = nd.where(x < 0, nd.full(x.shape, -math.pi), nd.full(x.shape, math.pi))
    return nd.arctan(x / y) + (y < 0) * turn
