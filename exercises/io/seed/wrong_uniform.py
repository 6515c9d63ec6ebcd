"""The draws are uniform.

The draws are uniform in [0, 1), like `torch.rand`; for standard normal draws use `nd.random.normal` or `nd.random.randn`.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.seed(seed)
    onp.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, shuffle=True)
    return nd.random.uniform(shape=(n,)), [int(i.asscalar()) for i in loader]
