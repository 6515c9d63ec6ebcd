from mxnet import gluon


def make_samplers(dataset):
    everything = gluon.data.FilterSampler(lambda item: True, dataset)
    return everything, gluon.data.RandomSampler(len(everything))
