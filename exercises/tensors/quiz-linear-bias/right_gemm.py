from mxnet import nd


def linear(x, w, b):
    rows = b.broadcast_to((x.shape[0], w.shape[0]))
    return nd.linalg_gemm(x, w, rows, transpose_b=True)
