from mxnet import nd


def matrix_root(a):
    u, e = nd.linalg.syevd(a)
    scaled = u * nd.sqrt(e).reshape((-1, 1))
    return nd.linalg.gemm2(u, scaled, transpose_a=True)
