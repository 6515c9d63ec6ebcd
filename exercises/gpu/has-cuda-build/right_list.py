import mxnet as mx


def has_cuda_build():
    return any(feature.name == "CUDA" and feature.enabled for feature in mx.runtime.feature_list())
