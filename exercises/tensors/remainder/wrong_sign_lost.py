"""The sign of the result is lost.

You remove the signs before you divide; `nd.modulo(x, d)` is right for negative elements and divisors.
"""

from mxnet import nd


def remainder(x, d):
    return nd.modulo(nd.abs(x), abs(d))
