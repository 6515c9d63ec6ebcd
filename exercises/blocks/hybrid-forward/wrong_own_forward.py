"""The Block defines `forward`, not `hybrid_forward`.

A HybridBlock that overrides `forward` is not compiled, and `hybridize` raises no error: write `hybrid_forward(self, F, x)`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def forward(self, x):
        return self.fc(x) * nd.sigmoid(self.gate(x))


def make_gated(units):
    return Gated(units)
