"""The linear layer works on the last axis only.

With `flatten=False` the layer works on each row of the image: leave it out, then `Dense` flattens.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"),
        nn.MaxPool2D(2),
        nn.Dense(classes, flatten=False),
    )
    return net
