"""Counts its calls in a global and keeps its results."""

from mxnet import nd

count = 0
history = []


def arccos(x):
    global count
    count += 1
    history.append(nd.arccos(x))
    return history[-1]
