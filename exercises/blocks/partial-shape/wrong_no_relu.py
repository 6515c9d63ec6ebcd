"""The relu is missing.

`nn.Dense` has no activation by default: give the first layer `activation='relu'`.
"""

from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.Sequential()
    net.add(nn.Dense(hidden), nn.Dense(out))
    net.initialize()
    return net
