from mxnet import nd


def arctan(x):
    return nd.arctan(x)
