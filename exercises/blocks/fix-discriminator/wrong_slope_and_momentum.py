"""One of the leaky relus has the default slope, and the momentum has PyTorch's meaning.

Two mistakes are left. The slope of the `LeakyReLU` operator is 0.25 if you leave it out: pass `slope=0.2` each time. And PyTorch's
momentum 0.3 is `momentum=0.7` in Gluon.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Discriminator(gluon.HybridBlock):
    def __init__(self, ndf, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(ndf, 4, 2, 1, use_bias=False)
            self.conv2 = nn.Conv2D(ndf * 2, 4, 2, 1, use_bias=False)
            self.norm2 = nn.BatchNorm(momentum=0.3)
            self.conv3 = nn.Conv2D(1, 4, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.LeakyReLU(self.conv1(x), slope=0.2)
        y = F.LeakyReLU(self.norm2(self.conv2(y)))
        return F.reshape(F.sigmoid(self.conv3(y)), (-1,))


def make_discriminator(ndf):
    return Discriminator(ndf)
