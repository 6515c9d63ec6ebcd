"""Each element's own value left out.

Your sums stop one element early and begin with 0; `nd.cumsum(x, axis=1)` includes the element itself.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x, axis=1) - x
