from mxnet import nd


def arcsin(x):
    return nd.arctan(x / nd.sqrt((1 - x) * (1 + x)))
