"""The samples are not shuffled.

Your loader does not shuffle, so the seed has no effect: pass `shuffle=True`.
"""

import mxnet as mx
import numpy as onp
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.seed(seed)
    onp.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1)
    return nd.random.normal(shape=(n,)), [int(i.asscalar()) for i in loader]
