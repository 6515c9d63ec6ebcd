# mistake: Looks up a parameter for every entry of the file, also for features.1.num_batches_tracked, which Gluon does not have: KeyError. These entries must be left out.
# named: count-of-batches
import numpy as onp
from mxnet import nd
from mxnet.gluon import Block, nn


class ConvNet(Block):
    def __init__(self, channels, width, deep, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.Sequential()
            with self.features.name_scope():
                self.features.add(nn.Conv2D(width, 3, padding=1, use_bias=False, in_channels=channels))
                self.features.add(nn.BatchNorm(in_channels=width))
                self.features.add(nn.Activation("relu"))
                self.features.add(nn.MaxPool2D(2))
                self.features.add(nn.Conv2D(deep, 3, padding=1, use_bias=False, in_channels=width))
                self.features.add(nn.BatchNorm(in_channels=deep))
                self.features.add(nn.Activation("relu"))
            self.classifier = nn.Dense(classes, in_units=deep * 16)

    def forward(self, x):
        return self.classifier(self.features(x).flatten())


def translate(name):
    layer, _, leaf = name.rpartition(".")
    if layer in ("features.1", "features.5"):
        leaf = {"weight": "gamma", "bias": "beta"}.get(leaf, leaf)
    return layer + "." + leaf


def port(path):
    state = dict(onp.load(path).items())
    width, channels, _, _ = state["features.0.weight"].shape
    net = ConvNet(channels, width, len(state["features.4.weight"]), len(state["classifier.bias"]))
    net.initialize()
    params = net._collect_params_with_prefix()
    for name, array in state.items():
        params[translate(name)].set_data(nd.array(array))
    return net
