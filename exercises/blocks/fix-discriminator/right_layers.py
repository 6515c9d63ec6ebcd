from mxnet import gluon
from mxnet.gluon import nn


class Discriminator(gluon.HybridBlock):
    def __init__(self, ndf):
        super().__init__()
        self.conv1 = nn.Conv2D(ndf, kernel_size=4, strides=2, padding=1, use_bias=False)
        self.conv2 = nn.Conv2D(ndf * 2, kernel_size=4, strides=2, padding=1, use_bias=False)
        self.norm2 = nn.BatchNorm(momentum=0.7, in_channels=ndf * 2)
        self.conv3 = nn.Conv2D(1, kernel_size=4, use_bias=False, activation="sigmoid")
        self.leaky = nn.LeakyReLU(0.2)

    def hybrid_forward(self, F, x):
        y = self.leaky(self.conv1(x))
        y = self.leaky(self.norm2(self.conv2(y)))
        return self.conv3(y).reshape((-1,))


def make_discriminator(ndf):
    return Discriminator(ndf)
