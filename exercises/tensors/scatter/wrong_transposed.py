"""The columns come before the rows.

Your result is transposed. In `nd.scatter_nd` the row numbers come first in the indices, then the
column numbers, and the shape is `(rows, cols)`.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    r = nd.arange(rows, dtype="int64").reshape((-1, 1)).broadcast_to(index.shape)
    return nd.scatter_nd(nd.full(index.shape, value), nd.stack(index, r), (cols, rows))
