# mistake: the net is initialised here although the task forbids it, so a later initialize() with another initializer is ignored
# named: initialised
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.Sequential()
    with net.name_scope():
        net.add(nn.Conv2D(channels, kernel_size=3, padding=1, in_channels=1))
        net.add(nn.Activation("relu"))
        net.add(nn.MaxPool2D(pool_size=2))
        net.add(nn.Flatten())
        net.add(nn.Dense(classes, in_units=channels * 16))
    net.initialize(mx.init.Xavier())
    return net
