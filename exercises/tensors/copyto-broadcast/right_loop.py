def copy_rows(dst, src):
    row = src.reshape((-1,))
    for i in range(dst.shape[0]):
        dst[i] = row
    return dst
