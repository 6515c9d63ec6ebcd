"""The name is assigned to another array, and `dst` does not change.

Your result has the right values, but it is a new array, and the caller's `dst` keeps its old contents. Write into it:
`dst[:] = src`.
"""


def copy_rows(dst, src):
    dst = src.broadcast_to(dst.shape)
    return dst
