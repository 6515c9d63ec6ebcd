"""A generator function cuts, the entry collects."""

import math

from mxnet import nd


def pieces(x, size):
    start = 0
    while start < x.shape[0]:
        yield nd.slice_axis(x, axis=0, begin=start, end=min(start + size, x.shape[0]))
        start += size


def chunk(x, chunks):
    return [*pieces(x, math.ceil(x.shape[0] / chunks))]
