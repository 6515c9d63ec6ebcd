"""Samplers by subclassing Gluon's, with a generator as __iter__."""

import numpy as onp
from mxnet.gluon.data import RandomSampler, SequentialSampler


class Forward(SequentialSampler):
    pass


class Shuffled(RandomSampler):
    def __iter__(self):
        generator = onp.random.default_rng()
        yield from generator.permutation(len(self)).tolist()


def make_samplers(dataset):
    return [cls(len(dataset)) for cls in (Forward, Shuffled)]
