"""The operator takes only one element per row.

`nd.pick` takes one element per row, so it does not accept an index with several columns; use `nd.gather_nd` or `np.take_along_axis`.
"""

from mxnet import nd


def gather(x, index):
    return nd.pick(x, index, axis=1, keepdims=True)
