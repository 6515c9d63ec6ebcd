"""The argument is PyTorch's, and MXNet does not have it.

In MXNet the position is `axis`, not `dim`: `nd.expand_dims(x, axis=dim)`.
"""

from mxnet import nd


def expand_dims(x, dim):
    return nd.expand_dims(x, dim=dim)
