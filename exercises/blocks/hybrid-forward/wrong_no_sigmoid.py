"""The gate has no sigmoid.

The gate must be between 0 and 1: apply `F.sigmoid` to its output.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.fc(x) * self.gate(x)


def make_gated(units):
    return Gated(units)
