"""The matrix is turned by a quarter.

Your matrix is turned, not mirrored at its diagonal: one axis runs backwards. Use `x.T` alone, without a flip.
"""

from mxnet import nd


def transpose(x):
    return nd.flip(x.T, axis=0)
