"""The result is a list.

Your result is a list, and a list never equals a tuple. `x.shape` is already a tuple: return it.
"""


def shape_of(x):
    return list(x.shape)
