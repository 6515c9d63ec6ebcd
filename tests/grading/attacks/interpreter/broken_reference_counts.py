"""Breaks reference counts of None and of the small integers.

Verdict: wrong crash error timeout
Seconds: 2
"""

import ctypes

from mxnet import nd


def arccos(x):
    for value in (0, 1, 2, True, "nonce", "cases"):
        for _ in range(50):
            ctypes.pythonapi.Py_DecRef(ctypes.py_object(value))
    return nd.zeros_like(x)
