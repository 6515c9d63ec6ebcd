"""The result is the quotient, not the remainder.

You return how many divisors fit; what is left over is `nd.modulo(x, d)`.
"""

from mxnet import nd


def remainder(x, d):
    return nd.floor(x / d)
