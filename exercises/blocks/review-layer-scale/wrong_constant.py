"""The factor is a constant.

A constant is not trained: register a parameter with `self.params.get`.
"""

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class ScaledMlp(gluon.HybridBlock):
    def __init__(self, units, start, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm(epsilon=0.01, in_channels=units)
            self.fc1 = nn.Dense(2 * units, flatten=False, in_units=units)
            self.fc2 = nn.Dense(units, flatten=False, in_units=2 * units)
            self.gelu = nn.GELU()
            self.drop = nn.Dropout(0.1)
            self.gamma = self.params.get_constant("gamma", nd.full((units,), start))

    def hybrid_forward(self, F, x, gamma):
        y = self.drop(self.gelu(self.fc1(self.norm(x))))
        return x + F.broadcast_mul(self.fc2(y), gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
