"""The matrix is added twice.

`m` is in your result twice: `nd.linalg_gemm(mat1, mat2, m)` already adds it.
"""

from mxnet import nd


def addmm(m, mat1, mat2):
    return m + nd.linalg_gemm(mat1, mat2, m)
