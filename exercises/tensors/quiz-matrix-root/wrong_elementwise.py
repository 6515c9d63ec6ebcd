"""The square root is taken of each element.

`nd.sqrt(a)` takes the square root of each element, which is NaN for negative elements; the product of this matrix with itself is not `a`.
"""

from mxnet import nd


def matrix_root(a):
    return nd.sqrt(a)
