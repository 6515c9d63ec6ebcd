from mxnet import gluon
from mxnet.gluon import nn


class Stem(gluon.HybridBlock):
    def __init__(self, channels, classes):
        super().__init__()
        self.norm0 = nn.BatchNorm(1)
        self.conv = nn.Conv2D(channels, (3, 3), padding=(1, 1))
        self.norm1 = nn.GroupNorm(channels)
        self.tail = nn.HybridSequential()
        self.tail.add(nn.Activation("relu"), nn.GlobalAvgPool2D())
        self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.fc(self.tail(self.norm1(self.conv(self.norm0(x)))))


def make_stem(channels, classes):
    return Stem(channels, classes)
