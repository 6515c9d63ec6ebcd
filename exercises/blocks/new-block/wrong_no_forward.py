"""The Block has no forward pass.

A `gluon.Block` calls its `forward`, which this class does not have; `hybrid_forward(self, F, x)` is for `gluon.HybridBlock`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(d_out, in_units=d_in)

    def hybrid_forward(self, F, x):
        return self.dense(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
