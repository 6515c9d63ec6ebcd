"""Arrays on two devices are used in arithmetic.

On GPUs an operator cannot have inputs on two devices (CPU contexts raise no error): `src.copyto(dst)` copies between devices.
"""


def copy_into(src, dst):
    dst *= 0
    dst += src.astype(dst.dtype)
