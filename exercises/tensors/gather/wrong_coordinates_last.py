"""The coordinates are on the last axis.

Your row and column numbers are on the last axis; `nd.gather_nd` needs them on the first: `nd.stack(rows, index)` without `axis`.
"""

from mxnet import nd


def gather(x, index):
    rows = nd.arange(x.shape[0], dtype="int64").reshape((-1, 1)).broadcast_to(index.shape)
    return nd.gather_nd(x, nd.stack(rows, index, axis=-1))
