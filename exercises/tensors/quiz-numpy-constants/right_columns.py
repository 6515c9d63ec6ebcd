import numpy
from mxnet import nd

MEAN = numpy.array([0.485, 0.456, 0.406])
STD = numpy.array([0.229, 0.224, 0.225])


def standardize(x):
    columns = [(x[:, i] - MEAN[i].item()) / STD[i].item() for i in range(3)]
    return nd.stack(*columns).T
