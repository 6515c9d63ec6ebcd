"""The sampler gets the dataset itself.

Gluon's samplers take a length, not the dataset: pass `len(dataset)`. The error comes only when the sampler is used.
"""

from mxnet import gluon


def make_samplers(dataset):
    return gluon.data.SequentialSampler(dataset), gluon.data.RandomSampler(dataset)
