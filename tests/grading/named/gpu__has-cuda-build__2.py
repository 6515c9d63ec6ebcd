# mistake: Returns whether CUDA is in the list of features, which is so in every build, instead of whether it is enabled.
# named: key-is-there
import mxnet as mx


def has_cuda_build():
    return "CUDA" in mx.runtime.Features()
