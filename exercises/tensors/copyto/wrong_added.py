"""The values are added, not copied.

The values of `src` are added to the contents of `dst`. To replace them use `dst[:] = src` or `src.copyto(dst)`.
"""


def copy_into(dst, src):
    dst[:] = dst + src.astype(dst.dtype)
    return dst
