"""The bound of a bias comes from the size of the bias.

A bias has as many values as its layer has outputs, but PyTorch's bound depends on the inputs: take `fan_in` from the weight of the same layer.
"""

import mxnet as mx


def init_like_torch(net):
    for param in net.collect_params().values():
        shape = param.shape
        fan_in = shape[0]
        if len(shape) > 1:
            fan_in = 1
            for size in shape[1:]:
                fan_in *= size
        param.initialize(mx.init.Uniform(fan_in**-0.5))
