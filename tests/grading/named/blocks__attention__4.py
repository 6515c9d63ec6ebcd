# mistake: The merged axis batch * heads is taken apart as (heads, batch); it must be (batch, heads). Right only for a batch of one or one head.
# named: heads-before-batch
import math

from mxnet import gluon
from mxnet.gluon import nn


def split_heads(F, x, heads):
    x = F.reshape(x, shape=(0, 0, heads, -1))
    x = F.transpose(x, axes=(0, 2, 1, 3))
    return F.reshape(x, shape=(-3, 0, 0))


def join_heads(F, x, heads):
    x = F.reshape(x, shape=(-4, heads, -1, 0, 0))
    x = F.transpose(x, axes=(1, 2, 0, 3))
    return F.reshape(x, shape=(0, 0, -3))


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._root = math.sqrt(units // heads)
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, mask):
        parts = F.split(self.qkv(x), num_outputs=3, axis=-1)
        query, key, value = [split_heads(F, part, self._heads) for part in parts]
        scores = F.batch_dot(query / self._root, key, transpose_b=True)
        scores = F.broadcast_add(scores, F.expand_dims(mask, axis=0))
        found = F.batch_dot(F.softmax(scores, axis=-1), value)
        return self.out(join_heads(F, found, self._heads))


def make_attention(units, heads):
    return SelfAttention(units, heads)
