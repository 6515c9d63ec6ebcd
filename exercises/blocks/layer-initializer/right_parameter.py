from mxnet import init
from mxnet.gluon import nn


def make_layer(units):
    layer = nn.Dense(units)
    layer.weight.init = init.Normal()
    return layer
