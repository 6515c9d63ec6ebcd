"""Closures, nonlocal names and a walrus."""

from mxnet import nd


def arccos(x):
    total = 0

    def add(part):
        nonlocal total
        total = total + part
        return total

    if (result := nd.arccos(x)) is not None:
        add(result)
    return total
