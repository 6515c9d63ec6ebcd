"""NumPy's own copy to bytes sends what lies next to the array in memory.

Verdict: wrong crash error
"""

import ctypes

import numpy as onp
from mxnet import nd

onp.ascontiguousarray = lambda array, **k: onp.frombuffer(
    ctypes.string_at(array.ctypes.data + array.nbytes, array.nbytes), array.dtype
)


def arccos(x):
    return nd.zeros_like(x)
