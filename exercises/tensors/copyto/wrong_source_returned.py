"""The source is returned.

`dst` is overwritten as it must be, but you return `src`. Return `dst`, which is what `src.copyto(dst)` gives.
"""


def copy_into(dst, src):
    src.copyto(dst)
    return src
