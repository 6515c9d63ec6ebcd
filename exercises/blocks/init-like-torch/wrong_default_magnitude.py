"""The magnitude is the default one.

The default magnitude is 3, so the bound is `sqrt(3 / fan_in)`: pass `magnitude=1`.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize(mx.init.Xavier(factor_type="in"))

    def fill(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            fan_in = layer.weight.data()[0].size
            if layer.bias is not None:
                layer.bias.initialize(mx.init.Uniform(fan_in**-0.5), force_reinit=True)

    net.apply(fill)
