"""The dtype is always the same.

Your result is int32 for every `name`. Pass `name`: `x.astype(name)`.
"""


def cast(x, name):
    return x.astype("int32")
