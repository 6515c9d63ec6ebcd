"""Arrays of `mx.nd` and `mx.np` are mixed in one operator.

`mx.nd` and `mx.np` arrays do not mix in one operator. Stay with one kind, as in `nd.ones((rows, cols)) + 1`, or
convert with `as_nd_ndarray()`.
"""

from mxnet import nd, np


def ones_plus_one(rows, cols):
    return nd.ones((rows, cols)) + np.ones((rows, cols))
