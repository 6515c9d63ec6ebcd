"""The result is the difference of two lengths.

You subtract two lengths; the distance is the length of the difference: `nd.norm(x - y)`.
"""

from mxnet import nd


def dist(x, y):
    return nd.abs(nd.norm(x) - nd.norm(y))
