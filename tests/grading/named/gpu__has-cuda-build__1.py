# mistake: Asks for the number of GPUs in the machine instead of the features of the build.
# named: gpus
import mxnet as mx


def has_cuda_build():
    return mx.context.num_gpus() > 0
