"""The result is flat.

Your result has one axis, as from `nd.repeat` without an axis; `x.tile((m, n))` keeps rows and columns.
"""

from mxnet import nd


def tile(x, m, n):
    return nd.repeat(x, m * n)
