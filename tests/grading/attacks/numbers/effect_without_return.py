"""Returns the source, which equals the destination.

Exercise: tensors/copyto
"""


def copy_into(dst, src):
    src.copyto(dst)
    return src
