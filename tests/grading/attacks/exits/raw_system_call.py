"""Leaves by the system call itself, past every function of Python.

Verdict: crash
Machine: x86_64
"""

import ctypes


def arccos(x):
    ctypes.CDLL(None).syscall(231, 0)
