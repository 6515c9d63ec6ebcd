"""The layers are given to the container's constructor.

`nn.Sequential()` takes no layers: make it, then `net.add(layer, layer, ...)`.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    return nn.HybridSequential(
        nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes)
    )
