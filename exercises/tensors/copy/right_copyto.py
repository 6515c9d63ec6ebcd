from mxnet import nd


def clone(x):
    return x.copyto(nd.empty(x.shape))
