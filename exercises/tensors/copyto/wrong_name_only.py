"""Only the name is assigned, and nothing is copied.

`dst = src` copies nothing: both names now mean the source, and the caller's `dst` keeps its old contents. Write into
the array with `src.copyto(dst)` or `dst[:] = src`.
"""


def copy_into(dst, src):
    dst = src
    return dst
