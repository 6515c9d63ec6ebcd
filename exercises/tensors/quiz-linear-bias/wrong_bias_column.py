"""The bias is added as a column.

A column adds one number to each row; the bias has one number for each output, so add it as it is, as a row.
"""

from mxnet import nd


def linear(x, w, b):
    return nd.dot(x, w, transpose_b=True) + b.reshape((-1, 1))
