# mistake: Forgets the argument F in the signature of hybrid_forward.
# named: no-f, hybrid-forward-without-f
from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        with self.name_scope():
            self.fc = nn.Dense(units)
            self.gate = nn.Dense(units, activation="sigmoid")

    def hybrid_forward(self, x):
        return self.fc(x) * self.gate(x)


def make_gated(units):
    return Gated(units)
