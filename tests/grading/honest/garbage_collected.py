"""Switches the garbage collector off, on and runs it."""

import gc

from mxnet import nd


def arccos(x):
    gc.disable()
    result = nd.arccos(x)
    gc.enable()
    gc.collect()
    return result
