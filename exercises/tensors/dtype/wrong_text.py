"""The result is a string.

You return a string; return the type itself, `x.dtype`, without `str`.
"""


def dtype_of(x):
    return str(x.dtype)
