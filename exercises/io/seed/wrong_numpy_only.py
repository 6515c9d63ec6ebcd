"""Only NumPy is seeded.

The draws of `nd.random` do not obey `numpy.random.seed`: MXNet has a generator of its own, call
`mx.random.seed(seed)` too.
"""

import numpy as onp
from mxnet import gluon, nd


def seeded_draws(seed, n):
    onp.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return nd.random.normal(shape=(n,)), [int(i.asscalar()) for i in loader]
