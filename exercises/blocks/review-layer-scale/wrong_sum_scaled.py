"""`gamma` scales the sum with the shortcut.

The Module multiplies the result of `fc2` by `gamma` first, then adds `x`.
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
        y = self.drop(self.gelu(self.fc1(self.norm(x))))
        return F.broadcast_mul(x + self.fc2(y), gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
