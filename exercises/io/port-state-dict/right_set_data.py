import numpy as onp
from mxnet import gluon
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
    width, channels, _, _ = state["features.0.weight"].shape
    net = ConvNet(channels, width, len(state["features.4.weight"]), len(state["classifier.bias"]))
    net.initialize()
    for layer, place in ((net.features[1], "features.1"), (net.features[5], "features.5")):
        layer.gamma.set_data(state[f"{place}.weight"])
        layer.beta.set_data(state[f"{place}.bias"])
        layer.running_mean.set_data(state[f"{place}.running_mean"])
        layer.running_var.set_data(state[f"{place}.running_var"])
    net.features[0].weight.set_data(state["features.0.weight"])
    net.features[4].weight.set_data(state["features.4.weight"])
    net.classifier.weight.set_data(state["classifier.weight"])
    net.classifier.bias.set_data(state["classifier.bias"])
    return net
