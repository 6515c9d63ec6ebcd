# mistake: gamma is multiplied with a plain *, which does not broadcast (units,) against (n, t, units) once the Block is hybridized.
# named: not-broadcast
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class ScaledMlp(gluon.HybridBlock):
    def __init__(self, units, start, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm(epsilon=0.01, in_channels=units)
            self.fc1 = nn.Dense(2 * units, in_units=units, flatten=False)
            self.fc2 = nn.Dense(units, in_units=2 * units, flatten=False)
            self.drop = nn.Dropout(0.1)
            self.gelu = nn.GELU()
            self.gamma = self.params.get("gamma", shape=(units,), init=mx.init.Constant(start))

    def hybrid_forward(self, F, x, gamma):
        y = self.drop(self.gelu(self.fc1(self.norm(x))))
        x = x + gamma * self.fc2(y)
        return x


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
