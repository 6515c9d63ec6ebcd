"""`linalg_gemm` does not get the matrix to add.

`nd.linalg_gemm` needs three matrices, `nd.linalg_gemm(mat1, mat2, m)`; the product alone is `nd.dot` or
`nd.linalg_gemm2`.
"""

from mxnet import nd


def addmm(m, mat1, mat2):
    return nd.linalg_gemm(mat1, mat2) + m
