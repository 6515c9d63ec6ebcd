"""`hybrid_forward` calls a function of `nd`.

After `hybridize()` the Block gets Symbols, which functions of `nd` do not accept: use `F.sigmoid`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.fc(x) * nd.sigmoid(self.gate(x))


def make_gated(units):
    return Gated(units)
