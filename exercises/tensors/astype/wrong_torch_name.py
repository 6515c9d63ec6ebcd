"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no `type`: use `x.astype(name)`.
"""


def cast(x, name):
    return x.type(name)
