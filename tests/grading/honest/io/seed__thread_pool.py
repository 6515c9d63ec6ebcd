"""A loader with threads, batches of seven, named tuple as pair."""

from collections import namedtuple

import mxnet as mx
import numpy
from mxnet import gluon

Drawn = namedtuple("Drawn", "normal order")


def seeded_draws(seed, n):
    numpy.random.seed(seed)
    mx.random.seed(seed)
    normal = mx.nd.random_normal(shape=n)
    loader = gluon.data.DataLoader([*range(n)], batch_size=7, shuffle=True, num_workers=1, thread_pool=True)
    return Drawn(normal, [int(i) for batch in loader for i in batch.asnumpy().tolist()])
