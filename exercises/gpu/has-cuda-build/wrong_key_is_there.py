"""The code asks whether the flag exists, and it always exists.

The answer is `True` for every build, since each lists all flags, set or not: ask `is_enabled('CUDA')`, not whether the key is there.
"""

import mxnet as mx


def has_cuda_build():
    return "CUDA" in mx.runtime.Features()
