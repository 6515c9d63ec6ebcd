# mistake: The output is reshaped to (-1, 1), a column, while view(-1) gives one axis. Right: reshape to (-1,).
# named: column
from mxnet import gluon
from mxnet.gluon import nn


class Discriminator(gluon.HybridBlock):
    def __init__(self, ndf, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(ndf, kernel_size=4, strides=2, padding=1, use_bias=False)
            self.conv2 = nn.Conv2D(ndf * 2, kernel_size=4, strides=2, padding=1, use_bias=False)
            self.norm2 = nn.BatchNorm(momentum=0.7)
            self.conv3 = nn.Conv2D(1, kernel_size=4, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.LeakyReLU(self.conv1(x), act_type="leaky", slope=0.2)
        y = F.LeakyReLU(self.norm2(self.conv2(y)), act_type="leaky", slope=0.2)
        probability = F.sigmoid(self.conv3(y))
        return F.reshape(probability, shape=(-1, 1))


def make_discriminator(ndf):
    return Discriminator(ndf)
