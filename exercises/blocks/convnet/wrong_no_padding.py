"""The convolution has no padding.

Without `padding=1` the convolution makes the image smaller, and fewer features reach the linear layer.
"""

from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(channels, kernel_size=3, activation="relu"), nn.MaxPool2D(2), nn.Dense(classes))
    return net
