"""The columns come before the rows.

The two lengths are exchanged. Rows come first in a shape: `nd.ones((rows, cols)) + 1`.
"""

from mxnet import nd


def ones_plus_one(rows, cols):
    return nd.ones((cols, rows)) + 1
