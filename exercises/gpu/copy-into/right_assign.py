def copy_into(src, dst):
    dst[:] = src
    return dst
