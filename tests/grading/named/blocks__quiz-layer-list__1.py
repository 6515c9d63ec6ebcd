# mistake: Uses nn.ModuleList, which exists in torch only.
# named: module-list, torch-name
from mxnet import gluon, nd
from mxnet.gluon import nn


class MLP(gluon.Block):
    def __init__(self, sizes):
        super().__init__()
        with self.name_scope():
            self.layers = nn.ModuleList([nn.Dense(units) for units in sizes])

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = nd.relu(layer(x))
        return self.layers[-1](x)


def make_mlp(sizes):
    return MLP(sizes)
