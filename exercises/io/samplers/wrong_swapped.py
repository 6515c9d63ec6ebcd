"""The random sampler comes first.

The pair is the wrong way round: the sequential sampler comes first, the random one second.
"""

from mxnet import gluon


def make_samplers(dataset):
    return gluon.data.RandomSampler(len(dataset)), gluon.data.SequentialSampler(len(dataset))
