"""The name is PyTorch's, and MXNet does not have it.

In MXNet it is `mx.random.seed(seed)`.
"""

import mxnet as mx
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.manual_seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return nd.random.normal(shape=(n,)), [int(i.asscalar()) for i in loader]
