from mxnet.gluon import nn


def make_layer(units):
    return nn.Dense(units, in_units=400, weight_initializer="normal", bias_initializer="zeros")
