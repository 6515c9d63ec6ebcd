"""The layer is created before the Block is initialised.

You cannot set attributes of a Block before `super().__init__()`: call it first.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        self.dense = nn.Dense(d_out, in_units=d_in)
        super().__init__()

    def forward(self, x):
        return self.dense(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
