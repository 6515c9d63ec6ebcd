"""The result holds integers.

Your ones are int32. Leave the dtype out: `nd.ones((rows, cols))` gives float32, as PyTorch does.
"""

from mxnet import nd


def make_ones(rows, cols):
    return nd.ones((rows, cols), dtype="int32")
