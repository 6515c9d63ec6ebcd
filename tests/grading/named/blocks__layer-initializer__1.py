# mistake: Initialises the layer on the spot instead of giving it its own initializer, so the net's forced initialisation overwrites it.
# named: plain
import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    layer = nn.Dense(units, in_units=400)
    layer.initialize(mx.init.Normal(0.01))
    return layer
