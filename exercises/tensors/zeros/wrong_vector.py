"""The result is a vector.

Your result is a vector with all the elements. A matrix has a shape of two lengths: `nd.zeros((rows, cols))`.
"""

from mxnet import nd


def make_zeros(rows, cols):
    return nd.zeros(rows * cols)
