"""The result is a vector.

Your result is a vector with all elements. The shape of a matrix has two lengths: `nd.zeros((rows, cols))`.
"""

from mxnet import nd


def make_zeros(rows, cols):
    return nd.zeros(rows * cols)
