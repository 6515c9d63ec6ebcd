"""The forward pass uses `if` on values.

A Symbol has no values, so `if` fails when the Block is hybridized: the formula needs only operators of `F`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        gate = F.sigmoid(self.gate(x))
        if gate.sum() == 0:
            return gate
        return self.fc(x) * gate


def make_gated(units):
    return Gated(units)
