from mxnet import gluon, npx
from mxnet.gluon import nn

npx.set_np()


class Gated(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc = nn.Dense(units)
        self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.fc(x) * F.npx.sigmoid(self.gate(x))


def make_gated(units):
    return Gated(units)
