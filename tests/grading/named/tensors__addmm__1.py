# mistake: Keeps torch's argument order in linalg_gemm, so it multiplies m by mat1 and adds mat2.
# named: document-order
from mxnet import nd


def addmm(m, mat1, mat2):
    return nd.linalg_gemm(m, mat1, mat2)
