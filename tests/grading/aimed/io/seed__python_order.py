import random

import mxnet as mx
import numpy as onp
from mxnet import gluon, nd


def seeded_draws(seed, n):
    mx.random.seed(seed)
    onp.random.seed(seed)
    order = list(range(n))
    random.Random(seed).shuffle(order)
    loader = gluon.data.DataLoader(order, batch_size=1)
    return nd.random.normal(shape=(n,)), [int(i.asscalar()) for i in loader]
