"""The Dropout comes after the second linear layer.

The Module drops values between the gelu and `fc2`.
"""

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn


class ScaledMlp(gluon.HybridBlock):
    def __init__(self, units, start, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm(epsilon=0.01)
            self.fc1 = nn.Dense(2 * units, flatten=False)
            self.gelu = nn.GELU()
            self.drop = nn.Dropout(0.1)
            self.fc2 = nn.Dense(units, flatten=False)
            self.gamma = self.params.get("gamma", shape=(units,), init=mx.init.Constant(start))

    def hybrid_forward(self, F, x, gamma):
        y = self.gelu(self.fc1(self.norm(x)))
        return x + F.broadcast_mul(self.drop(self.fc2(y)), gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
