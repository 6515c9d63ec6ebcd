from mxnet import nd


def zero_negatives(x):
    return nd.maximum(x, 0)
