"""The layer has an activation.

PyTorch's `Linear` has no activation: leave `activation` out.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, activation="relu", weight_initializer=mx.init.Normal(0.01))
