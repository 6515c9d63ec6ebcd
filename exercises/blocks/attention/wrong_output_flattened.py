"""The last layer joins the steps and their features.

`Dense` flattens all axes after the first one: pass `flatten=False`.
"""

import math

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = 1.0 / math.sqrt(units // heads)
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units)

    def _split(self, F, x):
        x = F.reshape(x, shape=(0, 0, self._heads, -1))
        x = F.transpose(x, axes=(0, 2, 1, 3))
        return F.reshape(x, shape=(-3, 0, 0))

    def hybrid_forward(self, F, x, mask):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        q, k, v = self._split(F, q), self._split(F, k), self._split(F, v)
        scores = F.batch_dot(q, k, transpose_b=True) * self._scale
        scores = F.broadcast_add(scores, F.expand_dims(mask, axis=0))
        y = F.batch_dot(F.softmax(scores, axis=-1), v)
        y = F.reshape(y, shape=(-4, -1, self._heads, 0, 0))
        y = F.reshape(F.transpose(y, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.out(y)


def make_attention(units, heads):
    return SelfAttention(units, heads)
