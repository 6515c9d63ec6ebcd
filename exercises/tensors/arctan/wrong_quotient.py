"""The result is the inverse sine over the inverse cosine.

The tangent is the sine over the cosine, but the inverse tangent is not arcsin over arccos: use `nd.arctan(x)`.
"""

from mxnet import nd


def arctan(x):
    return nd.arcsin(x) / nd.arccos(x)
