# mistake: Reads dst.copyto(src) like dst.copy_(src), so it copies in the wrong direction.
# named: direction
def copy_into(src, dst):
    dst.copyto(src)
    return dst
