# mistake: fan_in is weight.shape[1], so for a convolution the size of the kernel is missing and the bound is too large. It must be the product of shape[1:].
# named: kernel-left-out
import mxnet as mx
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
        fan_in = layer.weight.shape[1]
        bound = fan_in ** -0.5
        for parameter in (layer.weight, layer.bias):
            if parameter is not None:
                parameter.set_data(nd.random.uniform(-bound, bound, shape=parameter.shape))
