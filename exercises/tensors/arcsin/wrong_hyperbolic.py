"""The result is the inverse hyperbolic sine.

That is the inverse hyperbolic sine, `nd.arcsinh`; the inverse of the sine is `nd.arcsin`, without `h`.
"""

from mxnet import nd


def arcsin(x):
    return nd.arcsinh(x)
