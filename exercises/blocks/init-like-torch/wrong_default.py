"""The weights are drawn as Gluon draws them by default.

Without an argument `initialize()` draws weights within 0.07 for every size. Pass `mx.init.Xavier(factor_type='in', magnitude=1)`.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize()

    def fill(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            fan_in = layer.weight.data()[0].size
            if layer.bias is not None:
                layer.bias.initialize(mx.init.Uniform(fan_in**-0.5), force_reinit=True)

    net.apply(fill)
