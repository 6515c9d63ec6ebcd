# mistake: Gives the samplers the dataset as in torch, where Gluon's want its length.
# named: sampler-of-data
from mxnet import gluon


def make_samplers(dataset):
    return gluon.data.SequentialSampler(dataset), gluon.data.RandomSampler(dataset)
