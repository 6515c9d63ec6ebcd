# mistake: Calls Dense(d_in, d_out) in torch's order, so the layer has d_in outputs and d_out as its activation.
# named: positional-sizes, dense-in-out
from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.Block):
    def __init__(self, d_in, d_out):
        super().__init__()
        with self.name_scope():
            self.linear = nn.Dense(d_in, d_out)

    def forward(self, x):
        return self.linear(x)


def make_net(d_in, d_out):
    return Net(d_in, d_out)
