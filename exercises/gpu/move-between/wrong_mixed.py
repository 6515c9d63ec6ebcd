"""The array is added to zeros on another device.

An operator cannot take inputs from two devices on GPUs, and CPU contexts only let it pass: move `x` with `as_in_context` instead.
"""

from mxnet import nd


def to_device(x, ctx):
    return nd.zeros(x.shape, ctx=ctx, dtype=x.dtype) + x
