import numpy as onp
from mxnet import gluon


class Mostly(gluon.data.Sampler):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        order = list(range(self.n))
        for _ in range(2):
            if self.n > 1:
                i, j = onp.random.randint(0, self.n, 2)
                order[i], order[j] = order[j], order[i]
        return iter(order)

    def __len__(self):
        return self.n


def make_samplers(dataset):
    return gluon.data.SequentialSampler(len(dataset)), Mostly(len(dataset))
