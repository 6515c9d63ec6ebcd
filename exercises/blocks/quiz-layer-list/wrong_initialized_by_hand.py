"""The layers are initialised one by one.

The net runs now, but `collect_params()` is still empty, so no Trainer gets the layers: register them, in an `nn.Sequential`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class MLP(gluon.Block):
    def __init__(self, sizes):
        super().__init__()
        self.layers = [nn.Dense(units) for units in sizes]
        for layer in self.layers:
            layer.initialize()

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = nd.relu(layer(x))
        return self.layers[-1](x)


def make_mlp(sizes):
    return MLP(sizes)
