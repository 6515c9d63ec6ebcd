"""A name of PyTorch that MXNet does not have.

An `NDArray` has no `to`: use `x.as_in_context(ctx)`.
"""


def to_device(x, ctx):
    return x.to(ctx)
