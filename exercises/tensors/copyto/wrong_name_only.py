"""Only the name is bound to the source, and nothing is copied.

`dst = src` copies nothing: both names stand for the source, and the caller's `dst` keeps its old contents. Write into
the array with `src.copyto(dst)` or `dst[:] = src`.
"""


def copy_into(dst, src):
    dst = src
    return dst
