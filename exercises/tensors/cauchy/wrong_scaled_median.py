"""The median is scaled too.

The median is multiplied by `sigma` too: scale first, then shift, `median + sigma * nd.tan(...)`.
"""

import math

from mxnet import nd


def cauchy_like(x, median, sigma):
    return sigma * (median + nd.tan(math.pi * (nd.random.uniform(shape=x.shape) - 0.5)))
