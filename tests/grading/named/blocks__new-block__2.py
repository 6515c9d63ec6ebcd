# mistake: Creates the layer outside name_scope(), so its parameter names lack the block's prefix.
# named: no-name-scope
from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.linear = nn.Dense(d_out, in_units=d_in)

    def forward(self, x):
        return self.linear(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
