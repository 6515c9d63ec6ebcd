"""The layers are given to the container's constructor.

The constructor of `nn.Sequential` does not take layers: create the container, then call `net.add(layer, layer, ...)`.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    return nn.HybridSequential(
        nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes)
    )
