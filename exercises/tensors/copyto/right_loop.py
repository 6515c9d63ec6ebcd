def copy_into(dst, src):
    for i, part in enumerate(src):
        dst[i] = part
    return dst
