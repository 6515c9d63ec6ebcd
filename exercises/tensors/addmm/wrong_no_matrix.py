"""The matrix is left out.

Your result is only the product; add `m`, which is the third argument of `nd.linalg_gemm(mat1, mat2, m)`.
"""

from mxnet import nd


def addmm(m, mat1, mat2):
    return nd.dot(mat1, mat2)
