"""The code reads the shape of `x`.

A Symbol has no shape, and the layers do not need one: leave it out. To reshape, write `F.reshape(x, (0, -1))`, where 0 keeps a size.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        x = F.reshape(x, (x.shape[0], -1))
        return self.fc(x) * F.sigmoid(self.gate(x))


def make_gated(units):
    return Gated(units)
