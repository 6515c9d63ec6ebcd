"""The result is the Cholesky factor.

The product of the Cholesky factor and its transpose is `a`, but the product with itself is not; the square root is symmetric.
"""

from mxnet import nd


def matrix_root(a):
    return nd.linalg.potrf(a)
