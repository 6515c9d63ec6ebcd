import mxnet as mx
from mxnet import nd


def arcsin(x):
    return nd.asin(x)
