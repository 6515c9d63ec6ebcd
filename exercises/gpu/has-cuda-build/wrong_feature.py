"""The flag's object is the answer, and any object is true.

`Features()['CUDA']` is a Feature, and any object is true: its `enabled` is the answer, and so is `is_enabled('CUDA')`.
"""

import mxnet as mx


def has_cuda_build():
    return mx.runtime.Features()["CUDA"]
