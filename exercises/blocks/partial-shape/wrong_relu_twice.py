"""A relu is applied after each layer.

The last layer must give raw scores: only the first layer has an activation.
"""

from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden, activation="relu"), nn.Dense(out, activation="relu"))
    net.initialize()
    return net
