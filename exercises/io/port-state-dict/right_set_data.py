import numpy as onp
from mxnet import gluon, nd
from mxnet.gluon import nn


class ConvNet(gluon.Block):
    def __init__(self, channels, width, deep, classes):
        super().__init__()
        self.features = nn.Sequential()
        self.features.add(
            nn.Conv2D(width, 3, padding=1, use_bias=False, in_channels=channels),
            nn.BatchNorm(in_channels=width),
            nn.Activation("relu"),
            nn.MaxPool2D(2),
            nn.Conv2D(deep, 3, padding=1, use_bias=False, in_channels=width),
            nn.BatchNorm(in_channels=deep),
            nn.Activation("relu"),
        )
        self.classifier = nn.Dense(classes, in_units=16 * deep)

    def forward(self, x):
        return self.classifier(self.features(x))


def port(path):
    state = onp.load(path)
    width, channels = state["features.0.weight"].shape[:2]
    net = ConvNet(channels, width, len(state["features.4.weight"]), len(state["classifier.bias"]))
    net.initialize()
    for index, layer in enumerate(net.features):
        place = f"features.{index}."
        if isinstance(layer, nn.Conv2D):
            layer.weight.set_data(nd.array(state[place + "weight"]))
        if isinstance(layer, nn.BatchNorm):
            layer.gamma.set_data(nd.array(state[place + "weight"]))
            layer.beta.set_data(nd.array(state[place + "bias"]))
            layer.running_mean.set_data(nd.array(state[place + "running_mean"]))
            layer.running_var.set_data(nd.array(state[place + "running_var"]))
    net.classifier.weight.set_data(nd.array(state["classifier.weight"]))
    net.classifier.bias.set_data(nd.array(state["classifier.bias"]))
    return net
