"""The result is one over the cosine, not its inverse function.

The inverse of the cosine is not one over the cosine: use `nd.arccos(x)`, not `1 / nd.cos(x)`.
"""

from mxnet import nd


def arccos(x):
    return 1 / nd.cos(x)
