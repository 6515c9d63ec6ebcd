# mistake: leaves momentum=0.3, which in Gluon is the weight of the old statistics, so the running statistics move with 0.7 instead of 0.3
# named: torch-momentum
from mxnet import gluon
from mxnet.gluon import nn


class Discriminator(gluon.HybridBlock):
    def __init__(self, ndf, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(ndf, 4, 2, 1, use_bias=False)
            self.conv2 = nn.Conv2D(ndf * 2, 4, 2, 1, use_bias=False)
            self.norm2 = nn.BatchNorm(momentum=0.3, epsilon=1e-5)
            self.conv3 = nn.Conv2D(1, 4, 1, 0, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.LeakyReLU(self.conv1(x), slope=0.2)
        y = F.LeakyReLU(self.norm2(self.conv2(y)), slope=0.2)
        return F.reshape(F.sigmoid(self.conv3(y)), shape=(-1,))


def make_discriminator(ndf):
    return Discriminator(ndf)
