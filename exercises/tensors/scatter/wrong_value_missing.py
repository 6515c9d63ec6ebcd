"""Ones are written, not the constant.

The places are right, but they hold 1. Multiply by `value`, or give `nd.full(index.shape, value)` to `nd.scatter_nd`
as data.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    return nd.one_hot(index, cols).max(axis=1)
