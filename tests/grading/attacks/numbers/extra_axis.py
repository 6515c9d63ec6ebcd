"""Right values with one axis more, which broadcasts."""

from mxnet import nd


def arccos(x):
    return nd.arccos(x).expand_dims(0)
