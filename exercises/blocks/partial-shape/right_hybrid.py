import mxnet as mx
from mxnet.gluon import nn


def make_lazy_mlp(hidden, out):
    net = nn.HybridSequential()
    with net.name_scope():
        net.add(nn.Dense(hidden, in_units=0))
        net.add(nn.Activation("relu"))
        net.add(nn.Dense(out))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net
