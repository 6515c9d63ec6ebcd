"""The input size of the second layer is given.

The input size of the second layer is already known: leave `in_units` out of both layers.
"""

from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out, in_units=hidden))
    net.initialize()
    return net
