"""The torch name.

MXNet spells inverse functions out: it is `nd.arcsin`, not `asin`.
"""

from mxnet import nd


def arcsin(x):
    return nd.asin(x)
