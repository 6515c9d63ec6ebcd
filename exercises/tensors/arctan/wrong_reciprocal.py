"""The result is one over the tangent, not its inverse function.

The inverse of the tangent is not one over the tangent (that is the cotangent): use `nd.arctan(x)`.
"""

from mxnet import nd


def arctan(x):
    return 1 / nd.tan(x)
