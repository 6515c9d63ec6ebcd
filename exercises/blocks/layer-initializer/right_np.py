import mxnet as mx
from mxnet import npx
from mxnet.gluon import nn

npx.set_np()


def make_layer(units):
    return nn.Dense(units, weight_initializer=mx.init.Normal(0.01))
