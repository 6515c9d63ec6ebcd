"""A name of PyTorch that MXNet does not have.

MXNet spells inverse functions out: it is `nd.arcsin`, not `asin`.
"""

from mxnet import nd


def arcsin(x):
    return nd.asin(x)
