"""Reads at address zero.

Verdict: crash
Headline: SIGSEGV
"""

import ctypes


def arccos(x):
    ctypes.string_at(0)
