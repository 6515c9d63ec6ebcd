"""The number of outputs is taken as fan_in.

Axis 0 of a weight has the outputs. `fan_in` is the product of all other axes.
"""

import math

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        bound = 1 / math.sqrt(layer.weight.shape[0])
        layer.weight.initialize(mx.init.Uniform(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
