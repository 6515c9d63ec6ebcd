"""The values are drawn between 0 and the limit.

PyTorch draws between minus and plus the limit.
"""

import numpy as np

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def init_like_torch(net):
    net.initialize()

    def reset(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            bound = 1 / float(np.sqrt(np.prod(layer.weight.shape[1:])))
            layer.weight.set_data(nd.random.uniform(shape=layer.weight.shape) * bound)
            if layer.bias is not None:
                layer.bias.set_data(nd.random.uniform(shape=layer.bias.shape) * bound)

    net.apply(reset)
