# mistake: the sigmoid is written as exp(g) / (1 + exp(g)), which is inf / inf = nan for large gate values
# named: overflow
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class Gated(gluon.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)
            self.gate = nn.Dense(units)

    def hybrid_forward(self, F, x):
        e = F.exp(self.gate(x))
        return self.fc(x) * (e / (1 + e))


def make_gated(units):
    return Gated(units)
