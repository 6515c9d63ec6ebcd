# mistake: Calls nd.sigmoid instead of F.sigmoid in hybrid_forward, which fails on Symbols after hybridize.
# named: nd-function, symbol-into-nd
from mxnet import gluon, nd
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        with self.name_scope():
            self.fc = nn.Dense(units)
            self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.fc(x) * nd.sigmoid(self.gate(x))


def make_gated(units):
    return Gated(units)
