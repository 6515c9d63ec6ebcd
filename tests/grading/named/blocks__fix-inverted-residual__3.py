# mistake: The gate is written by hand with clip(x + 3, 0, 6) but the division by 6 is missing.
# named: six-times
from mxnet import gluon, nd
from mxnet.gluon import nn


class InvertedResidual(gluon.HybridBlock):
    def __init__(self, channels, hidden, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.expand = nn.Conv2D(hidden, 1, in_channels=channels, use_bias=False)
            self.norm1 = nn.BatchNorm(epsilon=0.001, in_channels=hidden)
            self.depthwise = nn.Conv2D(
                hidden, 3, padding=1, groups=hidden, in_channels=hidden, use_bias=False
            )
            self.norm2 = nn.BatchNorm(epsilon=0.001, in_channels=hidden)
            self.gate = nn.Conv2D(hidden, 1, in_channels=hidden)
            self.project = nn.Conv2D(channels, 1, in_channels=hidden, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.relu(self.norm1(self.expand(x)))
        y = F.relu(self.norm2(self.depthwise(y)))
        mean = F.mean(y, axis=(2, 3), keepdims=True)
        y = F.broadcast_mul(y, F.clip(self.gate(mean) + 3, 0, 6))
        y = self.project(y)
        return y + x


def make_inverted(channels, hidden):
    return InvertedResidual(channels, hidden)
