"""A name of PyTorch that MXNet does not have.

MXNet has no `frac`; write `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return nd.frac(x)
