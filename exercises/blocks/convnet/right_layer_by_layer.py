from mxnet.gluon import nn


def make_cnn(channels, classes):
    net = nn.Sequential()
    with net.name_scope():
        net.add(nn.Conv2D(channels, 3, 1, 1, activation="relu", in_channels=1))
        net.add(nn.MaxPool2D())
        net.add(nn.Dense(classes, in_units=channels * 16))
    return net
