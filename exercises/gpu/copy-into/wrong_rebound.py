"""A name instead of an array.

`dst = ...` gives a new array the name `dst`, and the caller's array stays as it was: use `src.copyto(dst)` or `dst[:] = src`.
"""


def copy_into(src, dst):
    dst = src.as_in_context(dst.context)
    return dst
