import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    for parameter in net.collect_params().values():
        parameter.grad_req = "null"
    model = nn.HybridSequential()
    model.add(*net[:-1])
    head = nn.Dense(classes)
    head.initialize(mx.init.Constant(0.1))
    model.add(head)
    return model
