"""The result comes from the version.

The result is `False` for every build: `mxnet` and `mxnet-cu112` both have the version 1.9.1. Call `mx.runtime.Features().is_enabled('CUDA')`.
"""

import mxnet as mx


def has_cuda_build():
    return "cu" in mx.__version__
