"""The name is bound to another array, and `dst` stays as it was.

Your result has the right values, but it is a new array, and the caller's `dst` keeps its old contents. Write into it:
`dst[:] = src`.
"""


def copy_rows(dst, src):
    dst = src.broadcast_to(dst.shape)
    return dst
