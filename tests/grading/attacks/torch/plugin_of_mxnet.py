"""Has MXNet load a shared library of PyTorch as its own plug-in.

Verdict: error
"""

import mxnet as mx


def arccos(x):
    mx.library.load("@packages@/torch/lib/libtorch_python.so")
    return x
