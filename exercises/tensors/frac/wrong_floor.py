"""The integer part is rounded down, not towards zero.

For negative numbers you subtract the next lower integer, as `nd.floor` and `x % 1` do; round towards zero with `nd.trunc(x)`.
"""

from mxnet import nd


def frac(x):
    return x - nd.floor(x)
