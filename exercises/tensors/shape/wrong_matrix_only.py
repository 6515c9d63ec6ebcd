"""The code works for two dimensions only.

Your function reads two lengths, but an array may have one dimension or three. Return the whole tuple `x.shape`.
"""


def shape_of(x):
    return x.shape[0], x.shape[1]
