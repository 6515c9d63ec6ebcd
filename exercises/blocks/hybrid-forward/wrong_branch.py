"""The sigmoid is applied to the other layer.

Apply the sigmoid to the gate, not to `fc`: `self.fc(x) * F.sigmoid(self.gate(x))`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return F.sigmoid(self.fc(x)) * self.gate(x)


def make_gated(units):
    return Gated(units)
