"""Only the column numbers are given, as in PyTorch.

`nd.scatter_nd` needs full coordinates, and the shapes of data and indices must match: put the row numbers before
the column numbers, `nd.stack(row_numbers, index)`, and pass one value per position, `nd.full(index.shape,
value)`.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    return nd.scatter_nd(nd.full(index.shape, value), index, (rows, cols))
