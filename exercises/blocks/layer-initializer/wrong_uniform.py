"""The draws are uniform.

These draws are uniform between -0.01 and 0.01; for normal draws use `mx.init.Normal(0.01)`.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, weight_initializer=mx.init.Uniform(0.01))
