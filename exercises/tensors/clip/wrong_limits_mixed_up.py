"""The two limits are mixed up.

Every value becomes `lo`: use the maximum with the lower limit and the minimum with the upper one, `nd.minimum(nd.maximum(x, lo), hi)`, or
use `nd.clip(x, lo, hi)`.
"""

from mxnet import nd


def clip(x, lo, hi):
    return nd.minimum(nd.maximum(x, hi), lo)
