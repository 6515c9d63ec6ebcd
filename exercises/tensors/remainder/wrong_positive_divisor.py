"""The sign of the divisor is dropped.

Your remainders are never negative, but with a negative divisor they must not be positive: use `nd.modulo(x, d)` with `d` itself.
"""

from mxnet import nd


def remainder(x, d):
    return nd.modulo(x, abs(d))
