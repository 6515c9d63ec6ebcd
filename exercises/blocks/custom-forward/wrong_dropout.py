"""The net has a Dropout layer that the task does not ask for.

In training mode your Block drops elements that PyTorch's keeps: the exercise asks only for two linear layers and a relu.
"""

from mxnet.gluon import nn


class Residual(nn.Block):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(units, activation="relu")
            self.fc2 = nn.Dense(units)
            self.drop = nn.Dropout(0.5)

    def forward(self, x):
        return x + self.drop(self.fc2(self.fc1(x)))


def make_residual(units):
    return Residual(units)
