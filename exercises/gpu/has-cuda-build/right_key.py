from mxnet.runtime import Features

FEATURES = Features()


def has_cuda_build():
    return FEATURES["CUDA"].enabled
