"""The result is the number of dimensions.

You return the number of dimensions, `x.ndim`. The number of elements is `x.size`.
"""


def count(x):
    return x.ndim
