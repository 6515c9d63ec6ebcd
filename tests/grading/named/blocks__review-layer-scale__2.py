# mistake: LayerNorm keeps its default epsilon of 1e-5 instead of 0.01.
# named: default-epsilon
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class ScaledMlp(gluon.HybridBlock):
    def __init__(self, units, start, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm(in_channels=units)
            self.fc1 = nn.Dense(2 * units, in_units=units, flatten=False)
            self.fc2 = nn.Dense(units, in_units=2 * units, flatten=False)
            self.drop = nn.Dropout(0.1)
            self.gamma = self.params.get("gamma", shape=(units,), init=mx.init.Constant(start))

    def hybrid_forward(self, F, x, gamma):
        y = F.LeakyReLU(self.fc1(self.norm(x)), act_type="gelu")
        y = self.drop(y)
        return x + F.broadcast_mul(self.fc2(y), gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
