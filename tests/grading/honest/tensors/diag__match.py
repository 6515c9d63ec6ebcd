"""A dictionary of functions by rank, in place of a match statement."""

from mxnet import nd

BY_RANK = {1: lambda v: nd.diag(v), 2: lambda m: m.diag(k=0)}


def diag(x):
    return BY_RANK[x.ndim](x)
