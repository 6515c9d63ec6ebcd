"""The two sizes are exchanged.

Input and output size are exchanged: the first argument of `nn.Dense` is the number of outputs, `in_units` is the number of inputs.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(d_in, in_units=d_out)

    def forward(self, x):
        return self.dense(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
