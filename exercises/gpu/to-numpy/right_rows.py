import numpy


def to_numpy(x):
    return numpy.stack([row.asnumpy() for row in x]).reshape(x.shape)
