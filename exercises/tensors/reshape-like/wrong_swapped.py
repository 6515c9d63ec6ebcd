"""The two arrays are exchanged.

You return the elements of `y` in the shape of `x`. The reverse is right: `x.reshape_like(y)` keeps the elements
of `x`.
"""


def reshape_like(x, y):
    return y.reshape_like(x)
