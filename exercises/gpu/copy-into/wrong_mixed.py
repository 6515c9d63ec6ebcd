"""Arrays on two devices are combined by arithmetic.

An operator cannot take inputs from two devices on GPUs, and CPU contexts only let it pass: `src.copyto(dst)` copies across devices.
"""


def copy_into(src, dst):
    dst *= 0
    dst += src.astype(dst.dtype)
