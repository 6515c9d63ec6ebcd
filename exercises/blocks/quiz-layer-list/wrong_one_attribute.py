"""All layers are put into one attribute, one after another.

Each assignment to `self.layer` replaces the previous one, so only the last layer is registered: register each layer separately.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class MLP(gluon.Block):
    def __init__(self, sizes):
        super().__init__()
        self.layers = []
        for units in sizes:
            self.layer = nn.Dense(units)
            self.layer.initialize()
            self.layers.append(self.layer)

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = nd.relu(layer(x))
        return self.layers[-1](x)


def make_mlp(sizes):
    return MLP(sizes)
