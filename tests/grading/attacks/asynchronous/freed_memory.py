"""Frees the memory of its result before it is read.

Verdict: wrong crash error
"""

from mxnet import nd
from mxnet.base import _LIB


def arccos(x):
    result = nd.zeros_like(x)
    _LIB.MXNDArrayFree(result.handle)
    nd.arccos(nd.ones_like(x)).wait_to_read()
    return result
