"""The two conditions are joined with "and".

No element is below `low` and above `high` at the same time, so nothing changes: join the two with `nd.logical_or`.
"""

from mxnet import nd


def cap_outliers(x, low, high, value):
    outside = nd.logical_and(x < low, x > high)
    return nd.where(outside, nd.ones_like(x) * value, x)
