import math

from mxnet import nd


def geometric_like(x, p):
    scale = -1 / math.log(1 - p)
    return nd.floor(nd.random.exponential(scale, shape=x.shape)) + 1
