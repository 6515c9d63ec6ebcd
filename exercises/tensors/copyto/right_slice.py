def copy_into(dst, src):
    dst[:] = src
    return dst
