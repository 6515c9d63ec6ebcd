"""The weight is not transposed.

Each row of `w` belongs to one output, so the product needs its transpose: `nd.dot(x, w, transpose_b=True)`.
"""

from mxnet import nd


def linear(x, w, b):
    return nd.dot(x, w) + b
