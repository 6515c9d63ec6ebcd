import math

from mxnet import np


def geometric_like(x, p):
    u = np.random.uniform(size=x.shape)
    return np.floor(np.log1p(-u) / math.log(1 - p)) + 1
