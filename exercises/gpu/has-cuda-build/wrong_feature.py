"""The object of the flag is returned, and any object is true.

`Features()['CUDA']` is a Feature object, and any object is true: return its `enabled`, or `is_enabled('CUDA')`.
"""

import mxnet as mx


def has_cuda_build():
    return mx.runtime.Features()["CUDA"]
