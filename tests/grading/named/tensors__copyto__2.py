# mistake: Overwrites dst but returns src.copyto's source, the array src, instead of dst.
# named: source-returned
def copy_into(dst, src):
    src.copyto(dst)
    return src
