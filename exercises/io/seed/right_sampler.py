import mxnet as mx
import numpy
from mxnet import gluon


def seeded_draws(seed, n):
    mx.random.seed(seed, mx.cpu())
    numpy.random.seed(seed)
    data = gluon.data.ArrayDataset(numpy.arange(n))
    loader = gluon.data.DataLoader(data, batch_size=n, sampler=gluon.data.RandomSampler(n))
    draws = mx.nd.random_normal(loc=0, scale=1, shape=(n,))
    return draws, [int(i) for batch in loader for i in batch.asnumpy()]
