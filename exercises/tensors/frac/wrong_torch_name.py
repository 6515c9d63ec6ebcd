"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `frac`; write `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return nd.frac(x)
