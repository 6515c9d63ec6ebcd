def dtype_of(x):
    return x.asnumpy().dtype
