"""The source is returned.

`dst` is overwritten as it must be, but you return `src`. Return `dst`, as `src.copyto(dst)` does.
"""


def copy_into(dst, src):
    src.copyto(dst)
    return src
