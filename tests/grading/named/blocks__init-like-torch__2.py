# mistake: fan_in is taken from weight.shape[1] only, which forgets the kernel size of a convolution.
# named: kernel-left-out
import math

import mxnet as mx
from mxnet import nd


def init_like_torch(net):
    net.initialize()
    for layer in net:
        bound = 1 / math.sqrt(layer.weight.shape[1])
        layer.weight.set_data(nd.random.uniform(-bound, bound, shape=layer.weight.shape))
        if layer.bias is not None:
            layer.bias.set_data(nd.random.uniform(-bound, bound, shape=layer.bias.shape))
