"""The torch name.

MXNet has no `t`: write `x.T`, a property without parentheses.
"""


def transpose(x):
    return x.t()
