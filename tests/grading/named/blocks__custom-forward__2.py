# mistake: Forgets super().__init__(), so the block has no containers for its children and setting fc1 fails.
# named: super-late, super-init
from mxnet import gluon
from mxnet.gluon import nn


class Residual(gluon.HybridBlock):
    def __init__(self, units):
        self.fc1 = nn.Dense(units, in_units=units)
        self.fc2 = nn.Dense(units, in_units=units)

    def hybrid_forward(self, F, x):
        return x + self.fc2(F.relu(self.fc1(x)))


def make_residual(units):
    return Residual(units)
