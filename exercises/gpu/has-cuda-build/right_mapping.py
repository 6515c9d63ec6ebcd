import mxnet as mx


def has_cuda_build():
    return mx.runtime.Features().get("CUDA").enabled
