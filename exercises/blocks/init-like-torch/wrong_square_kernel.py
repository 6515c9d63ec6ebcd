"""The kernel counts as a square.

A kernel may have two different sizes: multiply the number of input channels by the height and by the width of the kernel.
"""

import mxnet as mx


def init_like_torch(net):
    for layer in net:
        shape = layer.weight.shape
        fan_in = shape[1]
        if len(shape) > 2:
            fan_in *= shape[-1] ** 2
        layer.weight.initialize(mx.init.Uniform(fan_in**-0.5))
        if layer.bias is not None:
            layer.bias.initialize(mx.init.Uniform(fan_in**-0.5))
