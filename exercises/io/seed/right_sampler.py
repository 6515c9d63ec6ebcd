import mxnet as mx
import numpy
from mxnet import gluon


def seeded_draws(seed, n):
    numpy.random.seed(seed)
    mx.random.seed(seed)
    loader = gluon.data.DataLoader(list(range(n)), 1, sampler=gluon.data.RandomSampler(n))
    draws = mx.nd.random_normal(shape=(n,))
    return draws, [batch.asnumpy().item() for batch in loader]
