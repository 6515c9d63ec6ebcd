# mistake: the numbers are drawn once when the layer is made, so initialising again gives the same weights instead of new draws
# named: drawn-once
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def make_layer(units):
    draws = nd.random.normal(0, 0.01, shape=(units, 400))
    return nn.Dense(
        units,
        in_units=400,
        weight_initializer=mx.init.Constant(draws),
        bias_initializer=mx.init.Zero(),
    )
