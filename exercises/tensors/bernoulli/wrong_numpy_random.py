"""The draws come from NumPy's generator.

The coins are fair, but they do not come back after `mx.random.seed`: plain NumPy has a generator of its own. Draw
with `nd.random.uniform(shape=p.shape)`.
"""

import numpy as onp
from mxnet import nd


def bernoulli(p):
    return nd.array(onp.random.binomial(1, p.asnumpy()))
