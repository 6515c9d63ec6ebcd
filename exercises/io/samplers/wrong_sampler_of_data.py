"""The sampler gets the dataset itself.

Gluon's samplers take a length, not the dataset: pass `len(dataset)`. The error is raised only when you use the sampler.
"""

from mxnet import gluon


def make_samplers(dataset):
    return gluon.data.SequentialSampler(dataset), gluon.data.RandomSampler(dataset)
