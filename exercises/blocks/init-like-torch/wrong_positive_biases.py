"""The biases are drawn between 0 and the bound.

`mx.init.Uniform(bound)` draws between `-bound` and `bound`; `nd.random.uniform(low, high)` needs both limits.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize(mx.init.Xavier(factor_type="in", magnitude=1))

    def fill(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            fan_in = layer.weight.data()[0].size
            if layer.bias is not None:
                layer.bias.set_data(mx.nd.random.uniform(0, fan_in**-0.5, layer.bias.shape))

    net.apply(fill)
