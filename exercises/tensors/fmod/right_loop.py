import math

from mxnet import nd


def fmod(x, d):
    return nd.array([math.fmod(v, d) for v in x.asnumpy().ravel()]).reshape(x.shape)
