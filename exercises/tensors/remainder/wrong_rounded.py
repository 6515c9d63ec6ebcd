"""The quotient is rounded to the nearest integer.

You round the quotient to the nearest integer; round it down with `nd.floor(x / d)`, or use `nd.modulo(x, d)`.
"""

from mxnet import nd


def remainder(x, d):
    return x - nd.round(x / d) * d
