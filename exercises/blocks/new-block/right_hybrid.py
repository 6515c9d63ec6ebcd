from mxnet import gluon
from mxnet.gluon import nn


class Net(gluon.HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
        with self.body.name_scope():
            self.body.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        return self.body(x)


def make_net(d_in, d_out):
    return Net(d_out)
