"""The net has a Dropout layer that the task does not ask for.

In training mode your net drops elements that PyTorch's net keeps: the exercise asks only for four layers.
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
