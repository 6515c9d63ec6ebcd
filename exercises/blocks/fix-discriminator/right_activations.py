from mxnet import gluon
from mxnet.gluon import nn


class Discriminator(gluon.HybridBlock):
    def __init__(self, ndf, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(ndf, 4, 2, 1, use_bias=False)
            self.conv2 = nn.Conv2D(ndf * 2, 4, 2, 1, use_bias=False)
            self.norm2 = nn.BatchNorm(momentum=0.7)
            self.leaky1, self.leaky2 = nn.LeakyReLU(0.2), nn.LeakyReLU(0.2)
            self.conv3 = nn.Conv2D(1, 4, use_bias=False)

    def hybrid_forward(self, F, x):
        y = self.leaky1(self.conv1(x))
        y = self.leaky2(self.norm2(self.conv2(y)))
        return F.Activation(self.conv3(y), act_type="sigmoid").reshape(-1)


def make_discriminator(ndf):
    return Discriminator(ndf)
