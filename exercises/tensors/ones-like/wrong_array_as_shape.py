"""An array is given instead of a shape.

`nd.ones` takes a shape, not an array. Use `nd.ones_like(x)`, which keeps the dtype too.
"""

from mxnet import nd


def ones_like(x):
    return nd.ones(x)
