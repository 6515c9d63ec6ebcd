"""The result is only the total.

You return one total per row; a cumulative sum has every partial sum, so use `nd.cumsum(x, axis=1)` and not `nd.sum`.
"""

from mxnet import nd


def cumsum(x):
    return nd.sum(x, axis=1)
