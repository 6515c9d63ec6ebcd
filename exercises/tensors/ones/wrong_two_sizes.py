"""The sizes are two arguments, as in PyTorch.

The second argument is the context, not a size, so MXNet looks for a context with that name. Pass the shape as one
tuple: `nd.ones((rows, cols))`.
"""

from mxnet import nd


def make_ones(rows, cols):
    return nd.ones(rows, cols)
