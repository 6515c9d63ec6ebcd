import random

from mxnet import gluon


class InOrder(gluon.data.Sampler):
    def __init__(self, length):
        self.length = length

    def __iter__(self):
        return iter(range(self.length))

    def __len__(self):
        return self.length


class Shuffled(InOrder):
    def __iter__(self):
        return iter(random.sample(range(self.length), self.length))


def make_samplers(dataset):
    return InOrder(len(dataset)), Shuffled(len(dataset))
