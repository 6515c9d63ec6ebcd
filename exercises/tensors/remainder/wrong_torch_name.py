"""A name of PyTorch that MXNet does not have.

In `nd` there is no `remainder`: it is `nd.modulo(x, d)`, or `x % d`.
"""

from mxnet import nd


def remainder(x, d):
    return nd.remainder(x, d)
