"""The torch name.

`dst.copy_(src)` is `src.copyto(dst)` in MXNet.
"""


def copy_into(src, dst):
    dst.copy_(src)
