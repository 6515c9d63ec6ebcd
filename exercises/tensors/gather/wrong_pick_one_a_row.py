"""The operator takes only one entry per row.

`nd.pick` takes one entry a row, so an index with several columns does not fit; use `nd.gather_nd` or `np.take_along_axis`.
"""

from mxnet import nd


def gather(x, index):
    return nd.pick(x, index, axis=1, keepdims=True)
