"""The result is the total alone.

You return one total a row; a cumulative sum keeps every partial sum, so use `nd.cumsum(x, axis=1)` and not `nd.sum`.
"""

from mxnet import nd


def cumsum(x):
    return nd.sum(x, axis=1)
