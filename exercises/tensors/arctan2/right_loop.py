import math

from mxnet import nd


def arctan2(x, y):
    pairs = zip(x.asnumpy().ravel(), y.asnumpy().ravel())
    return nd.array([math.atan2(a, b) for a, b in pairs]).reshape(x.shape)
