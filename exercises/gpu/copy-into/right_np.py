def copy_into(src, dst):
    dst.as_np_ndarray()[...] = src.as_np_ndarray()
