"""The result is the identity matrix.

There are ones on the diagonal only, as `nd.eye` makes them. For ones everywhere use `nd.ones((rows, cols))`.
"""

from mxnet import nd


def make_ones(rows, cols):
    return nd.eye(rows, cols)
