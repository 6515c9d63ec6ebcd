"""Only dimensions of length 1 are removed.

`squeeze` removes dimensions of length 1 and joins nothing, so most shapes stay as they are. Use `x.reshape((16,))`.
"""

from mxnet import nd


def view16(x):
    return nd.squeeze(x)
