"""The argument is divided by the root of 2.

You divide the argument, as in GELU; for the error function do not divide it: `nd.erf(x)`.
"""

from mxnet import nd


def erf(x):
    return nd.erf(x / 2**0.5)
