"""The values are added, not copied.

The row is added to the contents of `dst`. To replace them assign `dst[:] = src`.
"""


def copy_rows(dst, src):
    dst += src
    return dst
