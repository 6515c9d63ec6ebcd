import math

from mxnet import nd


def geometric_like(x, p):
    scale = -1 / math.log(1 - p)
    time = nd.random.exponential(scale, shape=x.shape)
    return time.floor() + 1
