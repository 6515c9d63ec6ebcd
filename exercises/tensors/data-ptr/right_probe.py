import math

from mxnet import nd


def same_memory(a, b):
    values, other = a.copy(), b.asnumpy().tobytes()
    nd.full(a.shape, math.inf).copyto(a)
    seen = b.asnumpy().tobytes() != other
    values.copyto(a)
    return seen
