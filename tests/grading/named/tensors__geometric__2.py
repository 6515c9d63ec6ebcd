# mistake: Divides by log(p) instead of log(1 - p), so the success probability is the wrong one.
# named: probability-swapped
import math

from mxnet import nd


def geometric_like(x, p):
    u = nd.random.uniform(low=1e-7, high=1, shape=x.shape)
    return nd.maximum(nd.ceil(nd.log(u) / math.log(p)), 1)
