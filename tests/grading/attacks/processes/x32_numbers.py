"""Forks by the number of the x32 machine, which shares the 64-bit entry.

Verdict: crash wrong
Machine: x86_64
"""

import ctypes
import os

from mxnet import nd


def arccos(x):
    pid = ctypes.CDLL(None).syscall(0x40000000 + 57)
    if pid == 0:
        os._exit(0)
    return nd.zeros_like(x)
