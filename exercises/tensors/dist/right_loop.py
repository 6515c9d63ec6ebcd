import math

from mxnet import nd


def dist(x, y):
    total = math.fsum(float(d) ** 2 for d in (x - y).asnumpy().ravel())
    return nd.array([math.sqrt(total)])
