"""The function returns nothing.

`dst` is overwritten as it must be, but your function returns None. Return `dst`; `src.copyto(dst)` returns it too.
"""


def copy_into(dst, src):
    src.copyto(dst)
