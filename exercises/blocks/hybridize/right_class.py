import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn


class MLP(gluon.HybridBlock):
    def __init__(self, hidden, out, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Dense(hidden)
            self.second = nn.Dense(out)

    def hybrid_forward(self, F, x):
        return self.second(F.relu(self.first(x)))


def make_hybrid(hidden, out):
    net = MLP(hidden, out)
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True)
    return net
