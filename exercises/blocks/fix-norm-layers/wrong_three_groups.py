"""The second normalisation has a group for each colour.

The colours are the channels of the images; after the convolution there are `channels` channels. Pass `num_groups=channels`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Stem(gluon.HybridBlock):
    def __init__(self, channels, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm0 = nn.BatchNorm()
            self.conv = nn.Conv2D(channels, 3, padding=1)
            self.norm1 = nn.GroupNorm(num_groups=3)
            self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        y = self.conv(self.norm0(x))
        y = F.relu(self.norm1(y))
        return self.fc(F.Pooling(y, global_pool=True, pool_type="avg"))


def make_stem(channels, classes):
    return Stem(channels, classes)
