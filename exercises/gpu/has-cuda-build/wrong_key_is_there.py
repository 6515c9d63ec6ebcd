"""The code tests if the flag exists, and it always exists.

The result is `True` for every build, because each build lists all flags, set or not: call `is_enabled('CUDA')`.
"""

import mxnet as mx


def has_cuda_build():
    return "CUDA" in mx.runtime.Features()
