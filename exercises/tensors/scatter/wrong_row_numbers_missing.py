"""Only the column numbers are given, as in PyTorch.

`nd.scatter_nd` needs full coordinates, and the shapes of data and indices must fit: put the row numbers in front of
the column numbers, `nd.stack(row_numbers, index)`, and give one value for each position, `nd.full(index.shape,
value)`.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    return nd.scatter_nd(nd.full(index.shape, value), index, (rows, cols))
