import numpy as onp
from mxnet import nd
from mxnet.gluon import nn


def port(path):
    state = onp.load(path)
    width, deep = len(state["features.0.weight"]), len(state["features.4.weight"])
    net = nn.HybridSequential()
    net.add(nn.Conv2D(width, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D())
    net.add(nn.Conv2D(deep, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
    net.add(nn.Dense(len(state["classifier.bias"])))
    net.initialize()
    names = [name for name in state if not name.endswith("num_batches_tracked")]
    for parameter, name in zip(net.collect_params().values(), names):
        parameter.set_data(nd.array(state[name]))
    return net
