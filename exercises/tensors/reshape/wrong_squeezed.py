"""Only dimensions of length 1 are removed.

`squeeze` removes only dimensions of length 1, so most shapes do not change. Use `x.reshape((16,))`.
"""

from mxnet import nd


def reshape16(x):
    return nd.squeeze(x)
