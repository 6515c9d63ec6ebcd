"""The bias is added as a column.

A column adds one number to each row, but the bias has one number per output: add it without a reshape, as a row.
"""

from mxnet import nd


def linear(x, w, b):
    return nd.dot(x, w, transpose_b=True) + b.reshape((-1, 1))
