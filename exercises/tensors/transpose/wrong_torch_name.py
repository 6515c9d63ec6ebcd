"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `t`: write `x.T`, a property without parentheses.
"""


def transpose(x):
    return x.t()
