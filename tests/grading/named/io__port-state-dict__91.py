# mistake: The momentum 0.1 of PyTorch is passed to Gluon's BatchNorm, where it is the share of the old value (0.9 there), so further training moves the running statistics much too fast.
# named: torch-momentum
import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import nn


def port(path):
    state = np.load(path)
    width, channels = state["features.0.weight"].shape[:2]
    deep = len(state["features.4.weight"])
    classes = len(state["classifier.bias"])

    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(width, 3, padding=1, use_bias=False, in_channels=channels),
        nn.BatchNorm(momentum=0.1, epsilon=1e-5, in_channels=width),
        nn.Activation("relu"),
        nn.MaxPool2D(2),
        nn.Conv2D(deep, 3, padding=1, use_bias=False, in_channels=width),
        nn.BatchNorm(momentum=0.1, epsilon=1e-5, in_channels=deep),
        nn.Activation("relu"),
        nn.Flatten(),
        nn.Dense(classes, in_units=deep * 16),
    )
    net.initialize()

    for i in (0, 4):
        net[i].weight.set_data(nd.array(state[f"features.{i}.weight"]))
    for i in (1, 5):
        bn = net[i]
        bn.gamma.set_data(nd.array(state[f"features.{i}.weight"]))
        bn.beta.set_data(nd.array(state[f"features.{i}.bias"]))
        bn.running_mean.set_data(nd.array(state[f"features.{i}.running_mean"]))
        bn.running_var.set_data(nd.array(state[f"features.{i}.running_var"]))
    net[8].weight.set_data(nd.array(state["classifier.weight"]))
    net[8].bias.set_data(nd.array(state["classifier.bias"]))
    return net
