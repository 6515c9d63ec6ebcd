"""The torch name.

MXNet has no `frac`; write `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return nd.frac(x)
