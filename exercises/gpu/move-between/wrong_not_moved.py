"""The array is still on its old device.

The result still lives where `x` does: `as_in_context` returns a moved array and leaves `x` alone, and `with ctx:` moves nothing. Return `x.as_in_context(ctx)`.
"""


def to_device(x, ctx):
    x.as_in_context(ctx)
    return x
