"""A vector is taken as a column.

You take a vector as a column; shapes are matched from the last axis, so a vector is a row: `x.broadcast_to((rows, cols))` does that by itself.
"""


def expand(x, rows, cols):
    if x.ndim == 1:
        x = x.reshape((-1, 1))
    return x.broadcast_to((rows, cols))
