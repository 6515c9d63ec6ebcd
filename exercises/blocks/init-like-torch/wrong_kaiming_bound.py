"""The weights reach `sqrt(6 / fan_in)`.

That is the bound for relu layers. PyTorch's layers start with `a=sqrt(5)`, which makes the bound `1 / sqrt(fan_in)`.
"""

import math

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
        layer.weight.initialize(mx.init.Uniform(bound * math.sqrt(6)))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
