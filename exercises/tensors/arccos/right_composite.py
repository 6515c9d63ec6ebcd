import math

from mxnet import nd


def arccos(x):
    return math.pi / 2 - nd.arcsin(x)
