"""The name is PyTorch's, and MXNet does not have it.

MXNet has NumPy's names of inverse functions: it is `nd.arcsin`, not `asin`.
"""

from mxnet import nd


def arcsin(x):
    return nd.asin(x)
