# mistake: The ReLU after the second BatchNorm is missing; it must be the last layer of features.
# named: no-last-relu
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon import nn


class ConvNet(gluon.Block):
    def __init__(self, channels, width, deep, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.Sequential()
            self.features.add(
                nn.Conv2D(width, kernel_size=3, padding=1, use_bias=False, in_channels=channels),
                nn.BatchNorm(in_channels=width),
                nn.Activation("relu"),
                nn.MaxPool2D(2),
                nn.Conv2D(deep, kernel_size=3, padding=1, use_bias=False, in_channels=width),
                nn.BatchNorm(in_channels=deep),
            )
            self.classifier = nn.Dense(classes, in_units=deep * 16)

    def forward(self, x):
        return self.classifier(self.features(x).flatten())


def port(path):
    state = {name: nd.array(array) for name, array in np.load(path).items()}
    width, channels = state["features.0.weight"].shape[:2]
    net = ConvNet(
        channels, width, state["features.4.weight"].shape[0], state["classifier.bias"].shape[0]
    )
    net.initialize()
    for index in (0, 4):
        net.features[index].weight.set_data(state["features.%d.weight" % index])
    for index in (1, 5):
        layer, prefix = net.features[index], "features.%d." % index
        layer.gamma.set_data(state[prefix + "weight"])
        layer.beta.set_data(state[prefix + "bias"])
        layer.running_mean.set_data(state[prefix + "running_mean"])
        layer.running_var.set_data(state[prefix + "running_var"])
    net.classifier.weight.set_data(state["classifier.weight"])
    net.classifier.bias.set_data(state["classifier.bias"])
    return net
