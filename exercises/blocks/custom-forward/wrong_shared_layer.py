"""Both names hold the same layer.

`fc1` and `fc2` are the same layer: create two layers, each with its own parameters.
"""

from mxnet import nd
from mxnet.gluon import nn


class Residual(nn.Block):
    def __init__(self, units):
        super().__init__()
        self.fc1 = self.fc2 = nn.Dense(units, in_units=units)

    def forward(self, x):
        return x + self.fc2(nd.relu(self.fc1(x)))


def make_residual(units):
    return Residual(units)
