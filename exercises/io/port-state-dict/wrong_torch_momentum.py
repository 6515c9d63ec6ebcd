"""The momentum is the share of the new statistic.

Gluon's momentum is the share of the old running statistic, PyTorch's the share of the new one: PyTorch's 0.1 is
`momentum=0.9`, the default.
"""

import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import nn


def port(path):
    state = {name: nd.array(array) for name, array in np.load(path).items() if array.ndim}
    width, channels = state["features.0.weight"].shape[:2]
    deep = state["features.4.weight"].shape[0]
    classes = state["classifier.bias"].shape[0]
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(width, 3, padding=1, use_bias=False, in_channels=channels),
        nn.BatchNorm(momentum=0.1, epsilon=1e-5, in_channels=width),
        nn.Activation("relu"),
        nn.MaxPool2D(2),
        nn.Conv2D(deep, 3, padding=1, use_bias=False, in_channels=width),
        nn.BatchNorm(momentum=0.1, epsilon=1e-5, in_channels=deep),
        nn.Activation("relu"),
        nn.Dense(classes, in_units=deep * 16),
    )
    net.initialize()
    for i in (0, 4):
        net[i].weight.set_data(state["features.%d.weight" % i])
    for i in (1, 5):
        name = "features.%d." % i
        net[i].gamma.set_data(state[name + "weight"])
        net[i].beta.set_data(state[name + "bias"])
        net[i].running_mean.set_data(state[name + "running_mean"])
        net[i].running_var.set_data(state[name + "running_var"])
    net[7].weight.set_data(state["classifier.weight"])
    net[7].bias.set_data(state["classifier.bias"])
    return net
