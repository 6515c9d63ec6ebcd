def copy_into(src, dst):
    for i in range(dst.shape[0]):
        dst[i] = src[i]
