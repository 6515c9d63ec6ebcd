"""The array is still on its old device.

The result is still on the device of `x`: `as_in_context` returns a new array and does not change `x`, and `with ctx:` does not move arrays. Return `x.as_in_context(ctx)`.
"""


def to_device(x, ctx):
    x.as_in_context(ctx)
    return x
