"""The layer is created outside the Block's name scope.

Without `with self.name_scope():` the names of the layer's parameters are `dense0_weight` and so on, without the Block's prefix.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.dense = nn.Dense(d_out, in_units=d_in)

    def forward(self, x):
        return self.dense(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
