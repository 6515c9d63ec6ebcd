# mistake: The scores are scaled by the root of all units and not by the root of the size of one head.
# named: scale-of-all
import math

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.out = nn.Dense(units, flatten=False)

    def _heads(self, F, y):
        y = F.reshape(y, shape=(0, 0, self.heads, -1))
        y = F.transpose(y, axes=(0, 2, 1, 3))
        return F.reshape(y, shape=(-3, 0, 0))

    def hybrid_forward(self, F, x, mask):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=-1)
        q, k, v = self._heads(F, q), self._heads(F, k), self._heads(F, v)
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self.units)
        scores = F.broadcast_add(scores, F.expand_dims(mask, axis=0))
        weights = F.softmax(scores, axis=-1)
        y = F.batch_dot(weights, v)
        y = F.reshape(y, shape=(-4, -1, self.heads, 0, 0))
        y = F.transpose(y, axes=(0, 2, 1, 3))
        return self.out(F.reshape(y, shape=(0, 0, -3)))


def make_attention(units, heads):
    return SelfAttention(units, heads)
