"""The relus are missing.

Calling an `nn.Sequential` runs its layers one after the other, without the relus of the loop: keep the loop, or pass `activation='relu'`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class MLP(gluon.Block):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.Sequential()
        for units in sizes:
            self.layers.add(nn.Dense(units))

    def forward(self, x):
        return self.layers(x)


def make_mlp(sizes):
    return MLP(sizes)
