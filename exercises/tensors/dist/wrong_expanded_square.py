"""The square of the difference is expanded.

`x * x + y * y - 2 * x * y` subtracts large numbers that are almost equal, so float32 loses all digits. Compute the difference first, then its length.
"""

from mxnet import nd


def dist(x, y):
    return nd.sqrt(nd.sum(x * x) - 2 * nd.sum(x * y) + nd.sum(y * y))
