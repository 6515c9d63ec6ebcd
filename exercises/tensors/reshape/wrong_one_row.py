"""The result is a matrix with one row.

Your result is a matrix with one row, not a vector. The new shape has one entry: `x.reshape((16,))`.
"""


def reshape16(x):
    return x.reshape((1, 16))
