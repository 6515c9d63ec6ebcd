"""The size of the kernel is missing in fan_in.

For a convolution fan_in is the number of input channels times the size of the kernel: the product of all axes but the first.
"""

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize()

    def reset(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            bound = 1 / layer.weight.shape[1] ** 0.5
            for p in layer.params.values():
                if p is not None:
                    p.set_data(nd.random.uniform(-bound, bound, shape=p.shape))

    net.apply(reset)
