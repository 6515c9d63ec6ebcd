"""The sign of the result is lost.

Your remainders are never negative; `fmod` keeps the sign of the element, so multiply by `nd.sign(x)`, or write `x - nd.trunc(x / d) * d`.
"""

from mxnet import nd


def fmod(x, d):
    return nd.modulo(nd.abs(x), abs(d))
