"""The matrix is rotated by 90 degrees.

Your matrix is rotated, not transposed: one axis is reversed. Use only `x.T`, without a flip.
"""

from mxnet import nd


def transpose(x):
    return nd.flip(x.T, axis=0)
