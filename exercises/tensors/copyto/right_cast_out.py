from mxnet import nd


def copy_into(dst, src):
    nd.cast(src, dtype=dst.dtype, out=dst)
    return dst
