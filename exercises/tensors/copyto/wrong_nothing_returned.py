"""The function returns nothing.

`dst` is overwritten as it must be, but your function returns None. Return `dst`; `src.copyto(dst)` hands it back too.
"""


def copy_into(dst, src):
    src.copyto(dst)
