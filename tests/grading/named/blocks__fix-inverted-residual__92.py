# mistake: the gate relu(z + 3) / 6 has no upper limit, so it is greater than 1 where z is greater than 3
# named: no-upper-limit
from mxnet import gluon
from mxnet.gluon import nn


class InvertedResidual(gluon.HybridBlock):
    def __init__(self, channels, hidden, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.expand = nn.Conv2D(hidden, 1, use_bias=False)
            self.norm1 = nn.BatchNorm(epsilon=1e-3)
            self.depthwise = nn.Conv2D(hidden, 3, padding=1, groups=hidden, use_bias=False)
            self.norm2 = nn.BatchNorm(epsilon=1e-3)
            self.gate = nn.Conv2D(hidden, 1)
            self.project = nn.Conv2D(channels, 1, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.relu(self.norm1(self.expand(x)))
        y = F.relu(self.norm2(self.depthwise(y)))
        z = self.gate(F.mean(y, axis=(2, 3), keepdims=True))
        y = F.broadcast_mul(y, F.relu(z + 3) / 6)
        y = self.project(y)
        return y + x


def make_inverted(channels, hidden):
    return InvertedResidual(channels, hidden)
