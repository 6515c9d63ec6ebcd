"""The sizes are in PyTorch's order.

The second positional argument of `nn.Dense` is the activation: write `nn.Dense(d_out, in_units=d_in)`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(d_in, d_out)

    def forward(self, x):
        return self.dense(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
