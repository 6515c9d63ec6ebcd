"""The relu is the activation of the hidden layers, and the net is a HybridBlock."""

from mxnet import gluon
from mxnet.gluon import nn


class Tagger(gluon.HybridBlock):
    def __init__(self, units, layers, tags):
        super().__init__()
        with self.name_scope():
            self.hidden = nn.HybridSequential()
            self.hidden.add(*[nn.Dense(units, "relu", flatten=False) for _ in range(layers)])
            self.fc = nn.Dense(tags, flatten=False)

    def hybrid_forward(self, F, x):
        for layer in self.hidden._children.values():
            x = F.Dropout(layer(x), 0.25)
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
