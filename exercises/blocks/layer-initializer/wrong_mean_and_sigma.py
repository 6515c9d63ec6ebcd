"""The initializer gets the mean and the standard deviation, as in PyTorch.

`mx.init.Normal` takes only sigma; the mean is 0: `mx.init.Normal(0.01)`.
"""

import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, weight_initializer=mx.init.Normal(0, 0.01))
