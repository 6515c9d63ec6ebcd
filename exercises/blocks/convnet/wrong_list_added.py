"""A list is added.

A list is no layer: `net.add(*layers)`. `Sequential` takes it without a word, and fails when the net is initialised.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.Sequential()
    net.add([nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes)])
    return net
