# mistake: layer.initialize(Uniform) reaches the weights only: the biases have their own initializer, zeros, and stay 0.
# named: biases-zero
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def init_like_torch(net):
    for layer in net:
        fan_in = 1
        for s in layer.weight.shape[1:]:
            fan_in *= s
        layer.initialize(mx.init.Uniform(1 / fan_in ** 0.5))
