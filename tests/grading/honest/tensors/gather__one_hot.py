"""Picks by products with one-hot rows."""

from mxnet import nd


def gather(x, index):
    hot = nd.one_hot(index, x.shape[1])
    return nd.broadcast_mul(hot, x.expand_dims(1)).sum(axis=2)
