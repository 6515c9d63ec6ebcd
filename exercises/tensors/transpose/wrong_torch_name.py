"""A name of PyTorch that MXNet does not have.

MXNet has no `t`: write `x.T`, a property without parentheses.
"""


def transpose(x):
    return x.t()
