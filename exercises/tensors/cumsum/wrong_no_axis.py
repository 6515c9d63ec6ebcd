"""The sums are over the flattened array.

`nd.cumsum(x)` without an axis sums over the flattened array; pass `axis=1`.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x)
