from mxnet import gluon


def make_samplers(dataset):
    return gluon.data.SequentialSampler(len(dataset)), gluon.data.RandomSampler(len(dataset))
