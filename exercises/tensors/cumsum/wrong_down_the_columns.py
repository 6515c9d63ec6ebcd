"""The sums are along the other axis.

Your sums are along the columns (axis 0); the task is to sum along each row, `nd.cumsum(x, axis=1)`.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x, axis=0)
