"""The name is PyTorch's, and MXNet does not have it.

An `NDArray` has no `to`: use `x.as_in_context(ctx)`.
"""


def to_device(x, ctx):
    return x.to(ctx)
