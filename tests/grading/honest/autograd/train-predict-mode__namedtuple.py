"""A named tuple where a pair is asked for."""

from collections import namedtuple

from mxnet import autograd, nd

Pair = namedtuple("Pair", ["dropped", "whole"])


def dropout_pair(x, p):
    with autograd.train_mode():
        dropped = nd.Dropout(x, p=p)
    with autograd.predict_mode():
        whole = nd.Dropout(x, p=p)
    return Pair(dropped, whole)
