"""The argument is divided by the root of 2.

You scale the argument as GELU does; the error function takes it as it is: `nd.erf(x)`.
"""

from mxnet import nd


def erf(x):
    return nd.erf(x / 2**0.5)
