"""The integer part is rounded to the nearest integer.

You subtract the nearest integer; subtract the one towards zero: `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return x - nd.round(x)
