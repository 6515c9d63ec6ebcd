"""The layers have other names.

The names of the attributes must be `fc1` and `fc2`: the grader sets weights by these names.
"""

from mxnet.gluon import nn


class Residual(nn.Block):
    def __init__(self, units):
        super().__init__()
        self.linear1 = nn.Dense(units, activation="relu")
        self.linear2 = nn.Dense(units)

    def forward(self, x):
        return x + self.linear2(self.linear1(x))


def make_residual(units):
    return Residual(units)
