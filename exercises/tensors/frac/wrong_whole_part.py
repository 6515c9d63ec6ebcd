"""The integer part is returned.

That is the integer part; the fraction is the rest: `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return nd.trunc(x)
