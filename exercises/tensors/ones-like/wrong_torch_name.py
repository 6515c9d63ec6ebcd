"""The name is PyTorch's, and MXNet does not have it.

`nd` has neither `full_like` nor `new_ones`: use `nd.ones_like(x)`.
"""

from mxnet import nd


def ones_like(x):
    return nd.full_like(x, 1)
