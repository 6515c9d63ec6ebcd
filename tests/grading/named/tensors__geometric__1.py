# mistake: Rounds down, so it counts the failures from 0 on instead of the trials from 1 on.
# named: failures-only
import math

from mxnet import nd


def geometric_like(x, p):
    u = nd.random.uniform(shape=x.shape)
    return nd.floor(nd.log(1 - u) / math.log(1 - p))
