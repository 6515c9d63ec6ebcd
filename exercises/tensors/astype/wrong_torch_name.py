"""A name of PyTorch that MXNet does not have.

MXNet arrays have no `type`: use `x.astype(name)`.
"""


def cast(x, name):
    return x.type(name)
