"""Goes row by row through a generator."""

from mxnet import nd


def rows(x):
    for number in range(x.shape[0]):
        yield nd.arccos(x[number])


def arccos(x):
    return nd.stack(*rows(x)).reshape(x.shape)
