"""A name of PyTorch that MXNet does not have.

MXNet arrays have no `scatter_`, and `nd` has no `scatter`: use `nd.scatter_nd(data, indices, shape)`, which takes
full coordinates and returns a new array.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    return nd.zeros((rows, cols)).scatter_(1, index, value)
