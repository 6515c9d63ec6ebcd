"""The result is the length of the first axis.

That is only the length of the first axis, like `len(x)` and `x.shape[0]`. The number of all elements is `x.size`.
"""


def count(x):
    return len(x)
