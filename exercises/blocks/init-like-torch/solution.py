import math

import mxnet as mx


def init_like_torch(net):
    net.initialize(mx.init.Xavier(factor_type="in", magnitude=1))
    for layer in net:
        if layer.bias is not None:
            fan_in = math.prod(layer.weight.shape[1:])
            layer.bias.initialize(mx.init.Uniform(fan_in**-0.5), force_reinit=True)
