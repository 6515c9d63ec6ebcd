"""The quotient is rounded to the nearest integer.

You round the quotient to the nearest integer; round it towards zero with `nd.trunc(x / d)`.
"""

from mxnet import nd


def fmod(x, d):
    return x - nd.round(x / d) * d
