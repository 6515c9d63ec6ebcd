"""The sizes are separate arguments, not one shape.

The shape is one tuple, `(rows, cols)`: the second argument of `nd.ones` is the context.
"""

from mxnet import nd


def ones_plus_one(rows, cols, ctx):
    return nd.ones(rows, cols, ctx=ctx) + 1
