"""The random sampler comes first.

The pair is in the wrong order: the sequential sampler comes first, the random one second.
"""

from mxnet import gluon


def make_samplers(dataset):
    return gluon.data.RandomSampler(len(dataset)), gluon.data.SequentialSampler(len(dataset))
