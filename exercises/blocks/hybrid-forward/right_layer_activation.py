from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.gate = nn.Dense(units, activation="sigmoid")
        self.fc = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return F.elemwise_mul(self.fc(x), self.gate(x))


def make_gated(units):
    return Gated(units)
