"""The whole part is rounded down, not towards zero.

For negative numbers you measure from the whole number below, as `nd.floor` and `x % 1` do; cut off towards zero with `nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return x - nd.floor(x)
