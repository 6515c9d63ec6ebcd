"""The columns come before the rows.

The two lengths are exchanged. Rows come first in a shape: `nd.ones((rows, cols))`.
"""

from mxnet import nd


def make_ones(rows, cols):
    return nd.ones((cols, rows))
