# mistake: The arrays are assigned by position, but the state_dict also has num_batches_tracked, so all later parameters get the wrong array.
# named: shifted
import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import nn


def port(path):
    state = dict(np.load(path).items())
    width, channels = state["features.0.weight"].shape[:2]
    deep = state["features.4.weight"].shape[0]
    classes = state["classifier.bias"].shape[0]
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(width, 3, padding=1, use_bias=False, in_channels=channels),
        nn.BatchNorm(in_channels=width),
        nn.Activation("relu"),
        nn.MaxPool2D(2),
        nn.Conv2D(deep, 3, padding=1, use_bias=False, in_channels=width),
        nn.BatchNorm(in_channels=deep),
        nn.Activation("relu"),
        nn.Dense(classes, in_units=deep * 16),
    )
    net.initialize()
    for param, array in zip(net.collect_params().values(), state.values()):
        param.set_data(nd.array(array))
    return net
