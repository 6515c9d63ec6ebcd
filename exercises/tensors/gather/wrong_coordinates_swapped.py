"""The columns come before the rows.

You use `index` as row numbers; for axis 1 it holds columns, so stack the row numbers first: `nd.gather_nd(x, nd.stack(rows, index))`.
"""

from mxnet import nd


def gather(x, index):
    rows = nd.arange(x.shape[0], dtype="int64").reshape((-1, 1)).broadcast_to(index.shape)
    return nd.gather_nd(x, nd.stack(index, rows))
