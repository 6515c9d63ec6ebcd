"""The net is already initialised.

The caller initialises the net: your values stay, and a later `initialize` with another initializer changes nothing. Leave `initialize` out.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"),
        nn.MaxPool2D(2),
        nn.Dense(classes),
    )
    net.initialize(mx.init.Xavier())
    return net
