"""The random state is fixed.

Each call gives the same numbers, because the random state is set inside the function. Leave `mx.random.seed` to the
caller and only draw with `nd.random.uniform`.
"""

import mxnet as mx
from mxnet import nd


def uniform_like(x, low, high):
    mx.random.seed(0)
    return nd.random.uniform(low, high, shape=x.shape)
