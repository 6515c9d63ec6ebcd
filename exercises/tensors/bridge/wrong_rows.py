"""The rows are standardised, not the columns.

A column has one element in each row: take the mean over axis 0.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=1, keepdims=True)
    x /= nd.sqrt(nd.square(x).mean(axis=1, keepdims=True)) + 1e-12
    return x.to_dlpack_for_read()
