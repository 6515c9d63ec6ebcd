from mxnet import nd


def addr(m, vec1, vec2):
    return nd.linalg_gemm(vec1.expand_dims(1), vec2.expand_dims(0), m)
