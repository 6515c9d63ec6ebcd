"""Right values, computed in place of the argument."""

from mxnet import nd


def arccos(x):
    nd.arccos(x, out=x)
    return x.copy()
