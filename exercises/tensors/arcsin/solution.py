from mxnet import nd


def arcsin(x):
    return nd.arcsin(x)
