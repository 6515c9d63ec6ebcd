"""The result is the quotient, not the remainder.

You return the quotient; the remainder is `nd.modulo(x, d)`.
"""

from mxnet import nd


def remainder(x, d):
    return nd.floor(x / d)
