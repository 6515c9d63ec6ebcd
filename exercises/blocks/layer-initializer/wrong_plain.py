"""The layer does not have its own initializer.

The net's initializer is used, ones here, even if you initialised the layer before: pass `weight_initializer=mx.init.Normal(0.01)` to the layer.
"""

from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units)
