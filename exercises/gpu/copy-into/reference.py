def copy_into(src, dst):
    dst.copy_(src)
    return dst
