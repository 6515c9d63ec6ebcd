import mxnet as mx
from mxnet import gluon, nd


class Shuffled(gluon.data.Sampler):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter(nd.random.shuffle(nd.arange(self.n)).asnumpy().astype(int))


def seeded_draws(seed, n):
    mx.random.seed(seed)
    draws = nd.random.randn(n)
    loader = gluon.data.DataLoader(list(range(n)), batch_size=1, sampler=Shuffled(n))
    return draws, [i.asnumpy().item() for i in loader]
