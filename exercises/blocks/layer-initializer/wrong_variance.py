"""The variance is given, not the standard deviation.

`sigma` is the standard deviation, not its square: `mx.init.Normal(0.01)`.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, weight_initializer=mx.init.Normal(0.01**2))
