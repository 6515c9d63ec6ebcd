"""A vector is used as a column.

You use a vector as a column. Shapes are matched from the last axis, so a vector is a row: `x.broadcast_to((rows, cols))` does that.
"""


def broadcast_to(x, rows, cols):
    if x.ndim == 1:
        x = x.reshape((-1, 1))
    return x.broadcast_to((rows, cols))
