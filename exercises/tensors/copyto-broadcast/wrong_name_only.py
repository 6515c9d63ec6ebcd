"""Only the name is assigned, and nothing is copied.

You return the source itself, and the caller's `dst` keeps its old contents: `dst = src` copies nothing. Write into
the array with `dst[:] = src`.
"""


def copy_rows(dst, src):
    dst = src
    return dst
