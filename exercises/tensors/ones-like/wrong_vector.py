"""The result is a vector.

Your ones are in a vector with as many elements as `x`, not in its shape. `nd.ones_like(x)` keeps the shape.
"""

from mxnet import nd


def ones_like(x):
    return nd.ones(x.size, dtype=x.dtype)
