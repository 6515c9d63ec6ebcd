"""The name is PyTorch's, and MXNet does not have it.

MXNet has no function of that name: use `nd.linalg_gemm(mat1, mat2, m)`, or `nd.dot(mat1, mat2) + m`.
"""

from mxnet import nd


def addmm(m, mat1, mat2):
    return nd.mm(mat1, mat2) + m
