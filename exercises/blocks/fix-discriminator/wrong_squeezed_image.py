"""`squeeze` removes the axes of the image only.

The axis of the channel stays, and a larger image raises an error. `view(-1)` makes one axis of all: `F.reshape(y, (-1,))`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Discriminator(gluon.HybridBlock):
    def __init__(self, ndf, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(ndf, 4, strides=2, padding=1, use_bias=False)
            self.conv2 = nn.Conv2D(2 * ndf, 4, strides=2, padding=1, use_bias=False)
            self.norm2 = nn.BatchNorm(momentum=0.7)
            self.conv3 = nn.Conv2D(1, 4, strides=1, padding=0, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.LeakyReLU(self.conv1(x), act_type="leaky", slope=0.2)
        y = self.norm2(self.conv2(y))
        y = F.LeakyReLU(y, act_type="leaky", slope=0.2)
        y = F.sigmoid(self.conv3(y))
        return F.squeeze(y, axis=(2, 3))


def make_discriminator(ndf):
    return Discriminator(ndf)
