import math

import mxnet as mx
from mxnet import nd


def cauchy_like(x, median, sigma):
    mx.random.uniform(0, math.pi, shape=x.shape, out=x)
    x[:] = nd.tan(x) * sigma + median
    return x
