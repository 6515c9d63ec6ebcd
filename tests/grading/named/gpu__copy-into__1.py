# mistake: Rebinds the local name dst to a new array, so the caller's array does not change.
# named: rebound
def copy_into(src, dst):
    dst = src.as_in_context(dst.context).astype(dst.dtype)
    return dst
