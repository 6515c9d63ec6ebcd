"""The bias is drawn too.

The bias must start with zeros, which is the default: leave `bias_initializer` out.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    normal = mx.init.Normal(0.01)
    return nn.Dense(units, weight_initializer=normal, bias_initializer=normal)
