"""The indices are drawn with replacement.

Some indices are twice in a pass and others are missing: each index must be there once, as with `gluon.data.RandomSampler`.
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
