"""Prints ten thousand lines."""

from mxnet import nd

for number in range(10_000):
    print(number, "x" * 50)


def arccos(x):
    print(x)
    return nd.arccos(x)
