"""The output of `qkv` is cut into heads before it is cut into three.

Its features hold all queries, then all keys, then all values, so the first heads get queries only: split into three first, then each part
into heads.
"""

import math

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._size = units // heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)

    def hybrid_forward(self, F, x, mask):
        y = F.reshape(self.qkv(x), shape=(0, 0, -4, self._heads, -1))
        y = F.reshape(F.transpose(y, axes=(0, 2, 1, 3)), shape=(-3, 0, 0))
        q, k, v = F.split(y, num_outputs=3, axis=2)
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._size)
        scores = F.broadcast_add(scores, F.expand_dims(mask, axis=0))
        y = F.batch_dot(F.softmax(scores, axis=-1), v)
        y = F.reshape(y, shape=(-4, -1, self._heads, 0, 0))
        y = F.reshape(F.transpose(y, axes=(0, 2, 1, 3)), shape=(0, 0, -3))
        return self.out(y)


def make_attention(units, heads):
    return SelfAttention(units, heads)
