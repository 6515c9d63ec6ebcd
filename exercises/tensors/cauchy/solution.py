import math

from mxnet import nd


def cauchy_like(x, median, sigma):
    return median + sigma * nd.tan(math.pi * (nd.random.uniform(shape=x.shape) - 0.5))
