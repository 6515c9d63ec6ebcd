"""The sums run along the other axis.

Your sums run down the columns (axis 0); the task is along each row, which is `nd.cumsum(x, axis=1)`.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x, axis=0)
