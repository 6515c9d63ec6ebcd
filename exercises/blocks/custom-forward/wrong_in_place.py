"""The sum is written into an array that exists already.

`+=` writes into the array on its left: into the caller's input, or into a recorded output, which raises an error. Return the sum as a new array, `a + b`.
"""

from mxnet.gluon import nn


class Residual(nn.Block):
    def __init__(self, units):
        super().__init__()
        self.fc1 = nn.Dense(units, activation="relu")
        self.fc2 = nn.Dense(units)

    def forward(self, x):
        x += self.fc2(self.fc1(x))
        return x


def make_residual(units):
    return Residual(units)
