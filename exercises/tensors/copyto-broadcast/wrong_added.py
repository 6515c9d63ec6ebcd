"""The values are added, not copied.

The row is added to what is in `dst`. To replace the contents assign `dst[:] = src`.
"""


def copy_rows(dst, src):
    dst += src
    return dst
