"""The rows and the columns are exchanged.

You pass `(cols, rows)`; the shape is `(rows, cols)`, as in `x.broadcast_to((rows, cols))`.
"""


def broadcast_to(x, rows, cols):
    return x.broadcast_to((cols, rows))
