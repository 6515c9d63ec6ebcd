"""The net has a Dropout layer that is not asked for.

In training mode the net drops out part of what PyTorch's net keeps: the exercise asks for four layers only.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"),
        nn.MaxPool2D(2),
        nn.Dropout(0.9),
        nn.Dense(classes),
    )
    return net
