# mistake: drops singular values below the fixed limit 0.01, so a full-rank matrix of small numbers gives a wrong solution
# named: fixed-limit
import numpy
import mxnet as mx
from mxnet import nd


def lstsq(a, b):
    u, s, vt = numpy.linalg.svd(a.asnumpy(), full_matrices=False)
    inverse = numpy.zeros_like(s)
    keep = s > 1e-2
    inverse[keep] = 1.0 / s[keep]
    solution = vt.T @ (inverse[:, None] * (u.T @ b.asnumpy()))
    return nd.array(solution, dtype=a.dtype)
