# mistake: Rebinds dst to the broadcast array and returns that, so the given array is not overwritten.
# named: rebound
def copy_rows(dst, src):
    dst = src.reshape((1, -1)).broadcast_to(dst.shape)
    return dst
