"""The arguments of the convolution are in PyTorch's order.

`nn.Conv2D` takes filters, kernel size, stride: with PyTorch's order there is one filter of `channels` by `channels` and a stride of 3.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(1, channels, 3, padding=1, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes))
    return net
