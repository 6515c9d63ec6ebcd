"""The root is taken of each element.

`nd.sqrt(a)` takes the root of each element, and NaN of the negative ones; the matrix whose product with itself is `a` is another.
"""

from mxnet import nd


def matrix_root(a):
    return nd.sqrt(a)
