"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no `scatter_`, and `nd` has no `scatter`: use `nd.scatter_nd(data, indices, shape)`, which takes
full coordinates and returns a new array.
"""

from mxnet import nd


def scatter_const(rows, cols, index, value):
    return nd.zeros((rows, cols)).scatter_(1, index, value)
