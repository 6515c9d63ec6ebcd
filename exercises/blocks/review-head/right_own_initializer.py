import mxnet as mx
from mxnet.gluon import nn


def replace_head(net, classes):
    net.collect_params().setattr("grad_req", "null")
    model = nn.HybridSequential()
    for layer in list(net)[:-1]:
        model.add(layer)
    model.add(nn.Dense(classes, weight_initializer=mx.init.Constant(0.1)))
    model[len(model) - 1].initialize()
    return model
