"""The draws come from NumPy's generator.

`mx.random.seed` does not make your draws repeatable, because it does not seed NumPy's generator. Draw with `nd.random.negative_binomial`.
"""

import numpy as onp
from mxnet import nd


def geometric_like(x, p):
    return nd.array(onp.random.default_rng().geometric(p, size=x.shape))
