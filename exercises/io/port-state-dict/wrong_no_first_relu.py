"""The ReLU after the first normalisation is missing.

PyTorch's `features` have a ReLU after each normalisation. Its place counts in the names, so replace it by no other layer.
"""

import numpy as onp
from mxnet import gluon, nd
from mxnet.gluon import nn


class ConvNet(gluon.HybridBlock):
    def __init__(self, width, deep, classes):
        super().__init__()
        with self.name_scope():
            self.features = nn.HybridSequential()
            self.features.add(
                nn.Conv2D(width, kernel_size=3, padding=1, use_bias=False),
                nn.BatchNorm(),
                nn.HybridLambda("identity"),
                nn.MaxPool2D(2),
                nn.Conv2D(deep, kernel_size=3, padding=1, use_bias=False),
                nn.BatchNorm(),
                nn.Activation("relu"),
            )
            self.classifier = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.classifier(self.features(x))


NORM = {"weight": "gamma", "bias": "beta"}


def port(path):
    state = onp.load(path)
    net = ConvNet(*(len(state[name]) for name in ("features.0.weight", "features.4.weight", "classifier.bias")))
    arrays = {}
    for name, array in state.items():
        place, leaf = name.rsplit(".", 1)
        if leaf == "num_batches_tracked":
            continue
        if f"{place}.running_mean" in state:
            leaf = NORM.get(leaf, leaf)
        arrays[f"{place}.{leaf}"] = nd.array(array)
    nd.save(f"{path}.params", arrays)
    net.load_parameters(f"{path}.params")
    return net
