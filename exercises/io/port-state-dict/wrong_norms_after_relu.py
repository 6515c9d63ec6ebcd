"""The normalisations come after the ReLU.

With `activation='relu'` the convolution itself applies the ReLU. PyTorch's order is convolution, normalisation, ReLU: leave the argument out.
"""

import numpy as np
import mxnet as mx
from mxnet.gluon import nn


def port(path):
    state = dict(np.load(path).items())
    width, channels, _, _ = state["features.0.weight"].shape
    deep = len(state["features.4.weight"])
    classes = len(state["classifier.bias"])

    conv1 = nn.Conv2D(width, 3, padding=1, use_bias=False, activation="relu", in_channels=channels)
    bn1 = nn.BatchNorm(in_channels=width)
    conv2 = nn.Conv2D(deep, 3, padding=1, use_bias=False, activation="relu", in_channels=width)
    bn2 = nn.BatchNorm(in_channels=deep)
    classifier = nn.Dense(classes, in_units=deep * 16)

    net = nn.HybridSequential()
    net.add(conv1, bn1, nn.MaxPool2D(2), conv2, bn2, nn.Flatten(), classifier)
    net.initialize()

    def put(parameter, name):
        parameter.set_data(mx.nd.array(state[name], dtype="float32"))

    put(conv1.weight, "features.0.weight")
    put(conv2.weight, "features.4.weight")
    for bn, prefix in ((bn1, "features.1."), (bn2, "features.5.")):
        put(bn.gamma, prefix + "weight")
        put(bn.beta, prefix + "bias")
        put(bn.running_mean, prefix + "running_mean")
        put(bn.running_var, prefix + "running_var")
    put(classifier.weight, "classifier.weight")
    put(classifier.bias, "classifier.bias")
    return net
