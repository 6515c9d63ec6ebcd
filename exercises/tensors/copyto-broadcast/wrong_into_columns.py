"""The values run down the columns.

The values of `src` belong along each row, not down the columns: a column of shape (k, 1) fits a square `dst` only by
accident. Assign the row as it is, `dst[:] = src`.
"""


def copy_rows(dst, src):
    dst[:] = src.reshape((-1, 1))
    return dst
