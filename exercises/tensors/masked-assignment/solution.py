from mxnet import nd


def zero_negatives(x):
    negative = x < 0
    zeros = nd.zeros_like(x)
    return nd.where(negative, zeros, x)
