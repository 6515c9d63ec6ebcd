"""The name is PyTorch's, and MXNet does not have it.

In `nd` there is no `remainder`: it is `nd.modulo(x, d)`, or `x % d`.
"""

from mxnet import nd


def remainder(x, d):
    return nd.remainder(x, d)
