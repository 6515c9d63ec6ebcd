"""All layers have the bound of the first layer.

Each layer has its own `fan_in`: compute the bound inside the loop.
"""

import math

import mxnet as mx


def init_like_torch(net):
    bound = 1 / math.sqrt(math.prod(net[0].weight.shape[1:]))
    for layer in net:
        layer.weight.initialize(mx.init.Uniform(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
