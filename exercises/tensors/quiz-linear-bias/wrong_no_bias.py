"""The bias is left out.

`linalg_gemm2` multiplies and adds nothing; your product is right, and the bias is missing.
"""

from mxnet import nd


def linear(x, w, b):
    return nd.linalg_gemm2(x, w, transpose_b=True)
