def copy_into(dst, src):
    return src.copyto(dst)
