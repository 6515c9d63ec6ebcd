"""The sign of the divisor is dropped.

Your remainders are never negative; with a negative divisor they are not positive: use `nd.modulo(x, d)` with `d` as it is.
"""

from mxnet import nd


def remainder(x, d):
    return nd.modulo(x, abs(d))
