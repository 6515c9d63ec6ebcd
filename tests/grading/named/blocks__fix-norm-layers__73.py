# mistake: The first BatchNorm was made without learned scale and shift (center=False, scale=False), but PyTorch's BatchNorm2d(3) has a weight and a bias that are used and trained.
# named: no-scale
from mxnet.gluon import HybridBlock, nn


class Stem(HybridBlock):
    def __init__(self, channels, classes, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            # normalises the image only
            self.norm0 = nn.BatchNorm(axis=1, center=False, scale=False, in_channels=3)
            self.conv = nn.Conv2D(channels, 3, padding=1, in_channels=3)
            self.norm1 = nn.GroupNorm(num_groups=channels)
            self.fc = nn.Dense(classes, in_units=channels)

    def hybrid_forward(self, F, x):
        out = self.conv(self.norm0(x))
        out = self.norm1(out).relu()
        return self.fc(out.mean(axis=(2, 3)))


def make_stem(channels, classes):
    return Stem(channels, classes)
