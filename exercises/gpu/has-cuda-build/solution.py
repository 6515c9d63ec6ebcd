import mxnet as mx


def has_cuda_build():
    return mx.runtime.Features().is_enabled("CUDA")
