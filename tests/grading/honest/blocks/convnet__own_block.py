"""A Block whose layers stand in a dictionary and in attributes."""

from mxnet.gluon import Block, nn


class Cnn(Block):
    def __init__(self, channels, classes):
        super().__init__()
        layers = {
            "conv": nn.Conv2D(channels, (3, 3), padding=(1, 1)),
            "pool": nn.MaxPool2D(pool_size=(2, 2), strides=(2, 2)),
            "head": nn.Dense(classes),
        }
        for name, layer in layers.items():
            setattr(self, name, layer)

    def forward(self, x):
        x = self.pool(self.conv(x).relu())
        return self.head(x.reshape((0, -1)))


def make_cnn(channels, classes):
    return Cnn(channels, classes)
