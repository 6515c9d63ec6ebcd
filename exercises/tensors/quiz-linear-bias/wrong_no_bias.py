"""The bias is left out.

`linalg_gemm2` only multiplies: your product is right, but the bias is missing.
"""

from mxnet import nd


def linear(x, w, b):
    return nd.linalg_gemm2(x, w, transpose_b=True)
