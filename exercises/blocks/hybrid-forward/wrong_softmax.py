"""The gate has a softmax.

Softmax makes the units compete; each gate is open or shut by itself, so take `F.sigmoid`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.fc(x) * F.softmax(self.gate(x))


def make_gated(units):
    return Gated(units)
