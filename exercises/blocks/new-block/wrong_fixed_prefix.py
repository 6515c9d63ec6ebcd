"""All instances share one prefix.

Each call must create a Block with its own names: leave `prefix` out, then Gluon counts `net0_`, `net1_` and so on.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__(prefix="net_")
        with self.name_scope():
            self.dense = nn.Dense(d_out, in_units=d_in)

    def forward(self, x):
        return self.dense(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
