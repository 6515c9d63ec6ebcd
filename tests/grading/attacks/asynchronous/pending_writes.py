"""Leaves writes to the result pending and reports it before they are done."""

import mxnet as mx
from mxnet import nd


def arccos(x):
    with mx.engine.bulk(100):
        result = nd.arccos(x)
        result[:] = 0
    return result
