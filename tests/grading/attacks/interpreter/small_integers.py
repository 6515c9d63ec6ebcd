"""Changes the value of the small integers inside the interpreter.

Verdict: wrong crash error timeout
Seconds: 2
"""

import ctypes

from mxnet import nd


def arccos(x):
    result = nd.zeros_like(x)
    ctypes.c_uint32.from_address(id(1) + 24).value = 0
    return result
