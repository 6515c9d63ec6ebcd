def copy_rows(dst, src):
    dst.as_np_ndarray()[...] = src.as_np_ndarray()
    return dst
