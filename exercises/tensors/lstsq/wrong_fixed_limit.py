"""Small singular values are left out.

A matrix of small numbers has small singular values and still has full rank, so you lose a part of the solution.
A limit must be relative to the largest singular value; here you need none.
"""

import numpy as onp
from mxnet import nd


def lstsq(a, b):
    u, s, v = onp.linalg.svd(a.asnumpy(), full_matrices=False)
    inverse = onp.where(s > 0.01, 1 / s, 0).astype("float32")
    return nd.array((v.T * inverse) @ u.T @ b.asnumpy())
