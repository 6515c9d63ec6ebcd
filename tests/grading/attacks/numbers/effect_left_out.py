"""Returns what the first argument should hold and leaves it as it was.

Exercise: tensors/copyto
"""


def copy_into(dst, src):
    return src.astype(dst.dtype).copy()
