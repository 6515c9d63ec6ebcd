# mistake: leaves the default alpha=0.2 of hard_sigmoid, where PyTorch has the slope 1/6
# named: default-slope
from mxnet import gluon
from mxnet.gluon import nn


class InvertedResidual(gluon.HybridBlock):
    def __init__(self, channels, hidden, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.expand = nn.Conv2D(hidden, 1, use_bias=False)
            self.norm1 = nn.BatchNorm(epsilon=0.001)
            self.depthwise = nn.Conv2D(hidden, 3, padding=1, groups=hidden, use_bias=False)
            self.norm2 = nn.BatchNorm(epsilon=0.001)
            self.gate = nn.Conv2D(hidden, 1)
            self.project = nn.Conv2D(channels, 1, use_bias=False)

    def hybrid_forward(self, F, x):
        y = F.relu(self.norm1(self.expand(x)))
        y = F.relu(self.norm2(self.depthwise(y)))
        mean = F.mean(y, axis=(2, 3), keepdims=True)
        y = F.broadcast_mul(y, F.hard_sigmoid(self.gate(mean)))
        return self.project(y) + x


def make_inverted(channels, hidden):
    return InvertedResidual(channels, hidden)
