"""The sigmoid is applied twice.

A layer with `activation="sigmoid"` applies it already: leave one of the two out.
"""

from mxnet.gluon import nn
class Gated(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.Dense(units)
            self.gate = nn.Dense(units, activation="sigmoid")
    def hybrid_forward(self, F, x):
        return self.fc(x) * F.sigmoid(self.gate(x))
def make_gated(units):
    return Gated(units)
