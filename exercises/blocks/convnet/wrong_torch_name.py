"""The names are PyTorch's, and MXNet does not have them.

Gluon writes `nn.Conv2D` and `nn.MaxPool2D` with a capital D.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(nn.Conv2d(channels, 3, padding=1), nn.Activation("relu"), nn.MaxPool2d(2), nn.Dense(classes))
    return net
