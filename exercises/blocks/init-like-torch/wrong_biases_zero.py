"""The biases are still zeros.

The argument of `initialize` does not change biases, which have their own initializer: draw each bias within `1 / sqrt(fan_in)` too. A second `initialize` needs `force_reinit=True`.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize(mx.init.Xavier(factor_type="in", magnitude=1))

    def fill(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            fan_in = layer.weight.data()[0].size
            if layer.bias is not None:
                layer.bias.initialize(mx.init.Uniform(fan_in**-0.5), force_reinit=True)
