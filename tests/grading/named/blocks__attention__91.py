# mistake: splits the features of qkv first into heads and then into queries, keys and values, but the rows hold all queries first, then all keys, then all values
# named: heads-before-thirds
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self.heads, self.scale = heads, (units // heads) ** -0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, mask):
        z = F.reshape(self.qkv(x), shape=(0, 0, -4, self.heads, -1))      # b t h 3d
        z = F.reshape(F.transpose(z, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))  # bh t 3d
        q, k, v = F.split(z, num_outputs=3, axis=2)
        scores = F.batch_dot(q, k, transpose_b=True) * self.scale
        p = F.softmax(F.broadcast_add(scores, F.expand_dims(mask, axis=0)), axis=-1)
        y = F.reshape(F.batch_dot(p, v), shape=(-4, -1, self.heads, 0, 0))  # b h t d
        return self.out(F.reshape(F.transpose(y, axes=(0, 2, 1, 3)), shape=(0, 0, -3)))


def make_attention(units, heads):
    return SelfAttention(units, heads)
