from mxnet import gluon, nd
from mxnet.gluon import nn


class MLP(gluon.Block):
    def __init__(self, sizes):
        super().__init__()
        self.count = len(sizes)
        for i, units in enumerate(sizes):
            setattr(self, f"layer{i}", nn.Dense(units))

    def forward(self, x):
        for i in range(self.count - 1):
            x = nd.relu(getattr(self, f"layer{i}")(x))
        return getattr(self, f"layer{self.count - 1}")(x)


def make_mlp(sizes):
    return MLP(sizes)
