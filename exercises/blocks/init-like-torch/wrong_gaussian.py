"""The weights are normal draws.

PyTorch draws uniformly: leave out `rnd_type`, or draw with `mx.init.Uniform(bound)`.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize(mx.init.Xavier(factor_type="in", magnitude=1, rnd_type="gaussian"))

    def fill(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            fan_in = layer.weight.data()[0].size
            if layer.bias is not None:
                layer.bias.initialize(mx.init.Uniform(fan_in**-0.5), force_reinit=True)

    net.apply(fill)
