def dtype_of(x):
    return x.dtype
