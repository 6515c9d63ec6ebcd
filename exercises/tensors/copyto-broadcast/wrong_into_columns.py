"""The values are written along the columns.

The values of `src` belong along each row, not along the columns: a column of shape (k, 1) matches a square `dst` only by
accident. Assign the row itself, `dst[:] = src`.
"""


def copy_rows(dst, src):
    dst[:] = src.reshape((-1, 1))
    return dst
