"""The module is PyTorch's, and MXNet does not have it.

MXNet has no `backends`: the flags of the build are in `mx.runtime.Features()`.
"""

import mxnet as mx


def has_cuda_build():
    return mx.backends.cuda.is_built()
