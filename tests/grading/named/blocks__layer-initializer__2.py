# mistake: Passes mean and deviation to mx.init.Normal as in torch's normal_, but Normal takes sigma only.
# named: mean-and-sigma
import mxnet as mx
from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, weight_initializer=mx.init.Normal(0, 0.01), bias_initializer="zeros")
