import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    net.grad_req = "null"
    model = nn.HybridSequential()
    model.add(*net[:-1])
    model.add(nn.Dense(classes))
    model.initialize(mx.init.Constant(0.1), force_reinit=True)
    return model
