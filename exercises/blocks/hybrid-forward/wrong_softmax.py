"""The gate has a softmax.

With softmax the units depend on each other; each gate must be independent, so use `F.sigmoid`.
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
