"""The whole list is added.

`add` takes layers, not a list: `self.layers.add(*layers)`, or add them one by one.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class MLP(gluon.Block):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.Sequential()
        self.layers.add([nn.Dense(units) for units in sizes])

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = nd.relu(layer(x))
        return self.layers[-1](x)


def make_mlp(sizes):
    return MLP(sizes)
