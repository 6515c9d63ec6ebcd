"""The result is the normal distribution function.

Your values are those of the normal distribution function, 0.5 at 0; the error function itself is `nd.erf(x)`.
"""

from mxnet import nd


def erf(x):
    return 0.5 * (1 + nd.erf(x / 2**0.5))
