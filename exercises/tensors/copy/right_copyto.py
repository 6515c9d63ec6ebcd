from mxnet import nd


def copy(x):
    return x.copyto(nd.empty(x.shape))
