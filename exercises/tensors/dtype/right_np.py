def dtype_of(x):
    return x.as_np_ndarray().dtype
