def copy_into(src, dst):
    src.copyto(dst)
