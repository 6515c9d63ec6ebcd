"""The elements between the limits are replaced, and the others are kept.

`nd.where(mask, a, b)` takes `a` where the mask is true. Exchange `a` and `b`, or make a mask of the elements outside the limits.
"""

from mxnet import nd


def cap_outliers(x, low, high, value):
    inside = nd.logical_and(x >= low, x <= high)
    return nd.where(inside, nd.ones_like(x) * value, x)
