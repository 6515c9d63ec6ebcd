"""The indices are drawn with replacement.

Some indices come twice in a pass and others never: a shuffle visits each once, as `gluon.data.RandomSampler` does.
"""

import random

from mxnet import gluon


class Drawn(gluon.data.Sampler):
    def __init__(self, length):
        self.length = length

    def __iter__(self):
        return iter([random.randrange(self.length) for _ in range(self.length)])

    def __len__(self):
        return self.length


def make_samplers(dataset):
    return gluon.data.SequentialSampler(len(dataset)), Drawn(len(dataset))
