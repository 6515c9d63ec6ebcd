"""The function returns nothing.

`dst` is overwritten as it must be, but your function returns None. An assignment such as `dst[:] = src` has no
result: return `dst` after it.
"""


def copy_rows(dst, src):
    dst[:] = src
