"""Halves the array until one row is left."""

from mxnet import nd


def arccos(x):
    if x.shape[0] <= 1:
        return nd.arccos(x)
    middle = x.shape[0] // 2
    return nd.concat(arccos(x[:middle]), arccos(x[middle:]), dim=0)
