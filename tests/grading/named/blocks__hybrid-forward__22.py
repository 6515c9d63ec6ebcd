# mistake: The function initialises the Block that it returns, though the caller does.
# named: initialised-early
from mxnet import gluon
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)
            self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return self.fc(x) * F.sigmoid(self.gate(x))


def make_gated(units):
    net = Gated(units)
    net.initialize()
    return net
