"""The sums leave out each element itself.

Your sums stop one element early and begin with 0; `nd.cumsum(x, axis=1)` includes the element itself.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x, axis=1) - x
