def copy_into(src, dst):
    moved = src.as_in_context(dst.context).astype(dst.dtype)
    for i in range(dst.shape[0]):
        dst[i] = moved[i]
