# mistake: The Dense layers lack flatten=False, so time and units are merged into one axis.
# named: flattened-sizes
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class ScaledMlp(gluon.HybridBlock):
    def __init__(self, units, start, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm(epsilon=0.01, in_channels=units)
            self.fc1 = nn.Dense(2 * units, in_units=units)
            self.fc2 = nn.Dense(units, in_units=2 * units)
            self.drop = nn.Dropout(0.1)
            self.gelu = nn.GELU()
            self.gamma = self.params.get("gamma", shape=(units,), init=mx.init.Constant(start))

    def hybrid_forward(self, F, x, gamma):
        y = self.drop(self.gelu(self.fc1(self.norm(x))))
        return x + F.broadcast_mul(self.fc2(y), gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
