"""The dropout comes before the layer.

PyTorch drops after the relu of each hidden layer, and never in the input.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Tagger(gluon.Block):
    def __init__(self, units, layers, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Sequential()
            for _ in range(layers):
                self.hidden.add(nn.Dense(units, flatten=False))
            self.fc = nn.Dense(tags, flatten=False)

    def forward(self, x):
        for layer in self.hidden:
            x = nd.relu(layer(nd.Dropout(x, p=0.25)))
        return self.fc(x)


def make_tagger(units, layers, tags):
    return Tagger(units, layers, tags)
