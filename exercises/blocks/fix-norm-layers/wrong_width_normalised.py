"""The first normalisation works on the width of the images.

The first argument of `nn.BatchNorm` is the axis, and the axis 3 or -1 is the width. The axis of the channels is 1, the default: leave the argument out,
or write `in_channels=3`.
"""

from mxnet import gluon
from mxnet.gluon import nn


class Stem(gluon.HybridBlock):
    def __init__(self, channels, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm0 = nn.BatchNorm(3)
            self.conv = nn.Conv2D(channels, 3, padding=1)
            self.norm1 = nn.GroupNorm(num_groups=channels)
            self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        y = self.conv(self.norm0(x))
        y = F.relu(self.norm1(y))
        return self.fc(F.Pooling(y, global_pool=True, pool_type="avg"))


def make_stem(channels, classes):
    return Stem(channels, classes)
