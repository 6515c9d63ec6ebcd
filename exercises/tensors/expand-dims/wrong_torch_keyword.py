"""An argument of PyTorch that MXNet does not have.

MXNet calls the position `axis`, not `dim`: `nd.expand_dims(x, axis=dim)`.
"""

from mxnet import nd


def unsqueeze(x, dim):
    return nd.expand_dims(x, dim=dim)
