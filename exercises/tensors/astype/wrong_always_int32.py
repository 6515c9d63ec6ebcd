"""One dtype for all.

Your result is int32, whatever `name` says. Pass it on: `x.astype(name)`.
"""


def cast(x, name):
    return x.astype("int32")
