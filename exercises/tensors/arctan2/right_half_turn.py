import math

from mxnet import nd


def arctan2(x, y):
    steep = nd.arctan(nd.abs(x) / nd.abs(y))
    return (1 - 2 * (x < 0)) * nd.where(y < 0, math.pi - steep, steep)
