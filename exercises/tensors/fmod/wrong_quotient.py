"""The result is the quotient, not the remainder.

You return how many divisors fit; take them away from `x`: `x - nd.trunc(x / d) * d`.
"""

from mxnet import nd


def fmod(x, d):
    return nd.trunc(x / d)
