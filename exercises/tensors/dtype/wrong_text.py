"""The result is text.

You return text; return the type itself, `x.dtype`, without `str`.
"""


def dtype_of(x):
    return str(x.dtype)
