# mistake: repairs only the axis of BatchNorm; the second argument of GroupNorm is still epsilon, which is the number of channels, so the values are far too small
# named: epsilon-of-channels
from mxnet import gluon
from mxnet.gluon import nn


class Stem(gluon.HybridBlock):
    def __init__(self, channels, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm0 = nn.BatchNorm(in_channels=3)
            self.conv = nn.Conv2D(channels, 3, padding=1)
            self.norm1 = nn.GroupNorm(channels, channels)
            self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        y = self.conv(self.norm0(x))
        y = F.relu(self.norm1(y))
        return self.fc(F.Pooling(y, global_pool=True, pool_type="avg"))


def make_stem(channels, classes):
    return Stem(channels, classes)
