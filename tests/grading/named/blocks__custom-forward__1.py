# mistake: Adds the layers' output to x in place, which changes the caller's input.
# named: in-place
from mxnet import gluon, nd
from mxnet.gluon import nn


class Residual(gluon.Block):
    def __init__(self, units):
        super().__init__()
        with self.name_scope():
            self.fc1 = nn.Dense(units, in_units=units)
            self.fc2 = nn.Dense(units, in_units=units)

    def forward(self, x):
        x += self.fc2(nd.relu(self.fc1(x)))
        return x


def make_residual(units):
    return Residual(units)
