"""The dimension is always inserted at the end.

The new dimension is at the end for every `dim`. Pass it: `nd.expand_dims(x, axis=dim)`.
"""

from mxnet import nd


def expand_dims(x, dim):
    return nd.expand_dims(x, axis=-1)
