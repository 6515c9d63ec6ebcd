"""The copy goes in the other direction.

You copied `dst` into `src`. In MXNet you call `copyto` on the source: `src.copyto(dst)`.
"""


def copy_into(dst, src):
    dst.copyto(src)
    return dst
