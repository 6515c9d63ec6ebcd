# mistake: Draws the random order once into a list, so every pass gives the same order and it is no sampler.
# named: extra-step
from mxnet import gluon


def make_samplers(dataset):
    n = len(dataset)
    return gluon.data.SequentialSampler(n), list(gluon.data.RandomSampler(n))
