"""A list is added.

A list is not a layer: write `net.add(*layers)`. `Sequential` accepts a list without an error, but then `initialize` fails.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.Sequential()
    net.add([nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes)])
    return net
