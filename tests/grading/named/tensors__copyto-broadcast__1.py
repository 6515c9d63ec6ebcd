# mistake: Uses src.copyto(dst), which does not broadcast.
# named: copyto-alone
def copy_rows(dst, src):
    src.copyto(dst)
    return dst
