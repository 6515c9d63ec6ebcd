"""The name is PyTorch's, and MXNet does not have it.

MXNet has NumPy's names of inverse functions: it is `nd.arccos`, not `acos`.
"""

from mxnet import nd


def arccos(x):
    return nd.acos(x)
