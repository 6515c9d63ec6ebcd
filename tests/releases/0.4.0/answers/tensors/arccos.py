from mxnet import nd


def arccos(x):
    return nd.arccos(x)
