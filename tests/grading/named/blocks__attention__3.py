# mistake: hybrid_forward reads x.shape, which a Symbol does not have, so the Block fails once it is hybridized.
# named: uses-shape
import math

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False)
            self.out = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x, mask):
        b, t, units = x.shape
        size = units // self.heads
        parts = F.split(self.qkv(x), num_outputs=3, axis=2)
        q, k, v = [
            p.reshape((b, t, self.heads, size)).transpose((0, 2, 1, 3)).reshape((b * self.heads, t, size))
            for p in parts
        ]
        scores = F.batch_dot(q, k, transpose_b=True) / math.sqrt(size)
        scores = F.broadcast_add(scores, mask.expand_dims(0))
        weights = F.softmax(scores, axis=-1)
        y = F.batch_dot(weights, v).reshape((b, self.heads, t, size))
        return self.out(y.transpose((0, 2, 1, 3)).reshape((b, t, units)))


def make_attention(units, heads):
    return SelfAttention(units, heads)
