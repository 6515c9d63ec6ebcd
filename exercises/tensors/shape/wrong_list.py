"""The result is a list.

Your result is a list, and a list never equals a tuple. `x.shape` is a tuple already: return it as it is.
"""


def shape_of(x):
    return list(x.shape)
