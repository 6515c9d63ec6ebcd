# mistake: fan_in takes the last axis of the kernel for both axes, so a Conv2D whose kernel is not square gets a wrong bound
# named: square-kernel
import numpy as np
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def torch_bound(layer):
    shape = layer.weight.shape
    fan_in = shape[1]
    if isinstance(layer, nn.Conv2D):
        kernel = shape[-1]
        fan_in *= kernel ** 2
    return float(1.0 / np.sqrt(fan_in))


def init_like_torch(net):
    def reset(layer):
        if isinstance(layer, (nn.Dense, nn.Conv2D)):
            uniform = mx.init.Uniform(torch_bound(layer))
            for param in (layer.weight, layer.bias):
                if param is not None:
                    param.initialize(init=uniform)

    net.apply(reset)
