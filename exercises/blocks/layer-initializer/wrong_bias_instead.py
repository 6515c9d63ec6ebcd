"""The bias gets the initializer.

`bias_initializer` is for the bias: for the weight use `weight_initializer`.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, bias_initializer=mx.init.Normal(0.01))
