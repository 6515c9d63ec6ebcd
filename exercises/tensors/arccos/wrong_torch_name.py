"""A name of PyTorch that MXNet does not have.

MXNet spells inverse functions out: it is `nd.arccos`, not `acos`.
"""

from mxnet import nd


def arccos(x):
    return nd.acos(x)
