# mistake: a.copyto(b) copies a into b, so the parameters are copied into the temporary arrays and the net keeps its random weights; set_data(value) or value.copyto(parameter.data()) would be right.
# named: not-loaded
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon import nn


class ConvNet(gluon.Block):
    def __init__(self, channels, width, deep, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
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
            self.classifier = nn.Dense(classes, in_units=deep * 16)

    def forward(self, x):
        return self.classifier(self.features(x))


def port(path):
    state = dict(np.load(path).items())
    width, channels = state["features.0.weight"].shape[:2]
    net = ConvNet(channels, width, len(state["features.4.weight"]), len(state["classifier.bias"]))
    net.initialize()
    for name, parameter in net._collect_params_with_prefix().items():
        name = name.replace("gamma", "weight").replace("beta", "bias")
        parameter.data().copyto(nd.array(state[name]))
    return net
