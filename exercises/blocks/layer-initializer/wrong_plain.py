"""The layer has no initializer of its own.

The net's initializer decides, which is ones here, even where the layer was initialised before: give it `weight_initializer=mx.init.Normal(0.01)`.
"""

from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units)
