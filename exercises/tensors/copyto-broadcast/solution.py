def copy_rows(dst, src):
    dst[:] = src
    return dst
