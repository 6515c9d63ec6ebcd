"""The gelu is the approximation with tanh.

`F.gelu` uses the error function, unless it gets `approximate="tanh"`: use `nn.GELU()`, or `F.LeakyReLU` with `act_type="gelu"`.
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
            self.drop = nn.Dropout(0.1)
            self.fc2 = nn.Dense(units, flatten=False)
            self.gamma = self.params.get("gamma", shape=(units,), init=mx.init.Constant(start))

    def hybrid_forward(self, F, x, gamma):
        y = self.fc1(self.norm(x))
        y = self.drop(0.5 * y * (1 + F.tanh(0.7978845608 * (y + 0.044715 * y**3))))
        return x + F.broadcast_mul(self.fc2(y), gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
