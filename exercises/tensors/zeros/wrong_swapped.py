"""The columns come before the rows.

The two lengths are exchanged. Rows come first in a shape: `nd.zeros((rows, cols))`.
"""

from mxnet import nd


def make_zeros(rows, cols):
    return nd.zeros((cols, rows))
