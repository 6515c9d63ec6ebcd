"""The parameters keep the values of the first initialisation.

A parameter that has values ignores a second `initialize`, with a warning. Leave the first one out, or pass `force_reinit=True` to the second one.
"""

import math

import mxnet as mx


def init_like_torch(net):
    net.initialize()
    for layer in net:
        bound = 1 / math.sqrt(math.prod(layer.weight.shape[1:]))
        layer.weight.initialize(mx.init.Uniform(bound))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(bound))
