"""The draws are not integers.

Your draws are not integers; round an exponential draw down with `nd.floor` and add 1, or use `nd.random.negative_binomial(k=1, p=p, shape=x.shape) + 1`.
"""

import math

from mxnet import nd


def geometric_like(x, p):
    return nd.random.exponential(-1 / math.log(1 - p), shape=x.shape) + 1
