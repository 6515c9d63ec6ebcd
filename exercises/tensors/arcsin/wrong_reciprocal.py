"""The result is one over the sine, not its inverse function.

The inverse of the sine is not one over the sine (that is the cosecant): use `nd.arcsin(x)`.
"""

from mxnet import nd


def arcsin(x):
    return 1 / nd.sin(x)
