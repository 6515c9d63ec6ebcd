# mistake: LayerNorm keeps Gluon's default epsilon 1e-5 instead of 0.01, so the normalised values differ, most of all for rows with a small variance
# named: default-epsilon
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class ScaledMlp(gluon.HybridBlock):
    def __init__(self, units, start, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.norm = nn.LayerNorm(in_channels=units)
            self.fc1 = nn.Dense(2 * units, flatten=False, in_units=units)
            self.fc2 = nn.Dense(units, flatten=False, in_units=2 * units)
            self.drop = nn.Dropout(0.1)
            self.gamma = self.params.get("gamma", shape=(units,),
                                         init=mx.init.Constant(float(start)))

    def hybrid_forward(self, F, x, gamma):
        y = F.LeakyReLU(self.fc1(self.norm(x)), act_type="gelu")
        y = self.fc2(self.drop(y))
        return x + F.broadcast_mul(y, gamma)


def make_mlp_block(units, start):
    return ScaledMlp(units, start)
