"""The size of the kernel does not count.

The number of inputs of one output is the number of elements of `weight[0]`: channels times the area of the kernel.
"""

import mxnet as mx
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize(mx.init.Xavier(factor_type="in", magnitude=1))

    def fill(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            fan_in = layer.weight.shape[1]
            if layer.bias is not None:
                layer.bias.initialize(mx.init.Uniform(fan_in**-0.5), force_reinit=True)

    net.apply(fill)
