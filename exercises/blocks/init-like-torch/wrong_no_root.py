"""The bound is `1 / fan_in`, without the square root.

PyTorch's bound is `1 / sqrt(fan_in)`: take the square root.
"""

import math

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / math.prod(layer.weight.shape[1:])
        layer.weight.initialize(mx.init.Uniform(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
