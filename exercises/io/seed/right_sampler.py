import mxnet as mx
import numpy
from mxnet import gluon


def seeded_draws(seed, n):
    numpy.random.seed(seed)
    mx.random.seed(seed)
    batches = gluon.data.BatchSampler(gluon.data.RandomSampler(n), n, "keep")
    loader = gluon.data.DataLoader(list(range(n)), batch_sampler=batches)
    return mx.nd.random_normal(shape=(n,)), [i for batch in loader for i in batch.asnumpy().tolist()]
