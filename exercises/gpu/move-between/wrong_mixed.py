"""The array is added to zeros on another device.

On GPUs an operator cannot have inputs on two devices (CPU contexts raise no error): move `x` with `as_in_context` instead.
"""

from mxnet import nd


def to_device(x, ctx):
    return nd.zeros(x.shape, ctx=ctx, dtype=x.dtype) + x
