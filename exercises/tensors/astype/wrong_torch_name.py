"""The torch name.

MXNet arrays have no `type`: use `x.astype(name)`.
"""


def cast(x, name):
    return x.type(name)
