"""The name is assigned to another array, and `dst` does not change.

The caller's `dst` keeps its old contents: an assignment to the name `dst`, or a result of `copy()`, is another array.
Write into it with `src.copyto(dst)` or `dst[:] = src`.
"""


def copy_into(dst, src):
    dst = src.copy()
    return dst
