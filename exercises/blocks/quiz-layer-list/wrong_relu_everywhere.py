"""A relu is applied after the last layer too.

The layers are registered now, but the last one has a relu too: there must be a relu only between layers.
"""

from mxnet.gluon import nn


def make_mlp(sizes):
    net = nn.Sequential()
    for units in sizes:
        net.add(nn.Dense(units, activation="relu"))
    return net
