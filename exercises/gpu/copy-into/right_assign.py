def copy_into(src, dst):
    dst[:] = src
