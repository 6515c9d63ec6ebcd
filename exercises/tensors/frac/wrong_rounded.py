"""The whole part is rounded to the nearest integer.

You take away the nearest whole number; take away the one towards zero: `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return x - nd.round(x)
