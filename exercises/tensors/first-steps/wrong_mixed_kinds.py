"""Arrays of `mx.nd` and `mx.np` are mixed in one operator.

You cannot mix `mx.nd` and `mx.np` arrays in one operator. Use one type, as in `nd.ones((rows, cols)) + 1`, or
convert with `as_nd_ndarray()`.
"""

from mxnet import nd, np


def ones_plus_one(rows, cols):
    return nd.ones((rows, cols)) + np.ones((rows, cols))
