"""`hybrid_forward` calls a function of `nd`.

After `hybridize()`, `hybrid_forward` gets Symbols, which `nd.relu` does not accept: use `F.relu`, or `activation='relu'`.
"""

from mxnet import gluon, nd
from mxnet.gluon import nn


class Residual(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.fc1 = nn.Dense(units)
        self.fc2 = nn.Dense(units)

    def hybrid_forward(self, F, x):
        return x + self.fc2(nd.relu(self.fc1(x)))


def make_residual(units):
    return Residual(units)
