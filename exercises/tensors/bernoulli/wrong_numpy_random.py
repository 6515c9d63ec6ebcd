"""The draws come from NumPy's generator.

The probabilities are right, but `mx.random.seed` does not make the draws repeatable: NumPy has its own generator. Draw
with `nd.random.uniform(shape=p.shape)`.
"""

import numpy as onp
from mxnet import nd


def bernoulli(p):
    return nd.array(onp.random.binomial(1, p.asnumpy()))
