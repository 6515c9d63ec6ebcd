"""Only NumPy is seeded.

`numpy.random.seed` has no effect on the draws of `nd.random`: MXNet has its own generator, call
`mx.random.seed(seed)` too.
"""

import numpy as onp
from mxnet import gluon, nd


def seeded_draws(seed, n):
    onp.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return nd.random.normal(shape=(n,)), [int(i.asscalar()) for i in loader]
