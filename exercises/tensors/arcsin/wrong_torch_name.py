"""The name is PyTorch's, and MXNet does not have it.

MXNet spells inverse functions out: it is `nd.arcsin`, not `asin`.
"""

from mxnet import nd


def arcsin(x):
    return nd.asin(x)
