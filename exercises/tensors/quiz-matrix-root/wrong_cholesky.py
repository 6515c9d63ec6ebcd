"""The result is the Cholesky factor.

The Cholesky factor times its transpose is `a`, but times itself it is not; the square root is symmetric.
"""

from mxnet import nd


def matrix_root(a):
    return nd.linalg.potrf(a)
