"""The activation has PyTorch's name.

Gluon has no `nn.ReLU`: use `nn.Activation('relu')`, `nn.Dense(units, activation='relu')` or `nd.relu`.
"""

from mxnet.gluon import nn


class Residual(nn.Block):
    def __init__(self, units):
        super().__init__()
        self.fc1 = nn.Dense(units)
        self.relu = nn.ReLU()
        self.fc2 = nn.Dense(units)

    def forward(self, x):
        return x + self.fc2(self.relu(self.fc1(x)))


def make_residual(units):
    return Residual(units)
