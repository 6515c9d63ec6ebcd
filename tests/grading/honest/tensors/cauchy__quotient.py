import math

from mxnet import nd


def cauchy_like(x, median, sigma):
    angle = nd.random.uniform(-math.pi / 2, math.pi / 2, shape=x.shape)
    return median + sigma * nd.sin(angle) / nd.cos(angle)
