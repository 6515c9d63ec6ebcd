"""The copy goes in the other direction.

`dst.copyto(src)` overwrites the source: in MXNet you call `copyto` on the source, `src.copyto(dst)`.
"""


def copy_into(src, dst):
    dst.copyto(src)
