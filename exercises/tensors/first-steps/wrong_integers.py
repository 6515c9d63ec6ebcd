"""The result holds integers.

Your result is int32. Leave the dtype out: `nd.ones((rows, cols))` gives float32, as PyTorch does.
"""

from mxnet import nd


def ones_plus_one(rows, cols):
    return nd.ones((rows, cols), dtype="int32") + 1
