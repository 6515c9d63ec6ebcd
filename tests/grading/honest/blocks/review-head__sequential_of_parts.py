"""The layers stay in a container of their own, and the new layer comes after it."""

from mxnet import init
from mxnet.gluon import nn


def replace_head(net, classes):
    features, model = nn.HybridSequential(), nn.HybridSequential()
    for block in net._children.values():
        for parameter in block.collect_params().values():
            parameter.grad_req = "null"
    features.add(*list(net)[: len(net) - 1])
    head = nn.Dense(classes, weight_initializer=init.Constant(0.1), bias_initializer="zeros")
    head.initialize()
    model.add(features, head)
    return model
