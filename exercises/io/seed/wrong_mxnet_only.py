"""Only MXNet is seeded.

`mx.random.seed` has no effect on shuffling: a DataLoader uses NumPy's generator, so call `numpy.random.seed(seed)` too.
"""

import mxnet as mx
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return nd.random.normal(shape=(n,)), [int(i.asscalar()) for i in loader]
