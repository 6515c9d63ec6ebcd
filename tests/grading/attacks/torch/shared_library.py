"""Loads PyTorch's shared library and calls it through ctypes.

Verdict: error
Headline: OSError
"""

import ctypes

library = ctypes.CDLL("@packages@/torch/lib/libtorch_cpu.so")


def arccos(x):
    return library.at_acos(x)
