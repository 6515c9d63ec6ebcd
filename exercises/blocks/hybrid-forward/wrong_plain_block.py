"""The net is a plain Block, which is never compiled.

A `gluon.Block` is never compiled: subclass `gluon.HybridBlock` and write `hybrid_forward(self, F, x)`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Gated(gluon.Block):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def forward(self, x):
        return self.fc(x) * nd.sigmoid(self.gate(x))


def make_gated(units):
    return Gated(units)
