"""Weights and biases are normal draws.

A normal draw can lie outside of the bound. PyTorch draws uniformly: use `mx.init.Uniform(bound)`.
"""

import math

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
        layer.weight.initialize(mx.init.Normal(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Normal(bound))
