"""The name is PyTorch's, and MXNet does not have it.

MXNet spells inverse functions out: it is `nd.arccos`, not `acos`.
"""

from mxnet import nd


def arccos(x):
    return nd.acos(x)
