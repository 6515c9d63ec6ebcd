"""The result has the dtype of the index.

Your result has the index's int64 and cut the constant to a whole number. Only the index is an integer array: keep the
data float32, which is what `nd.full`, `nd.zeros` and `nd.one_hot` give when no dtype is named.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    return nd.one_hot(index, cols, dtype="int64").max(axis=1) * value
