"""The scores are multiplied by the root, not divided by it.

More features make larger scores, so the scores are divided by the root of the size: the scale is `(units // heads) ** -0.5`, with a minus.
"""

from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** 0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, mask):
        def split(z):  # (n, t, units) to (n * heads, t, units / heads)
            z = F.transpose(F.reshape(z, (0, 0, self._heads, -1)), (0, 2, 1, 3))
            return F.reshape(z, (-3, 0, 0))

        q, k, v = (split(z) for z in F.split(self.qkv(x), num_outputs=3, axis=2))
        scores = F.batch_dot(q, k, transpose_b=True) * self._scale
        weights = F.softmax(F.broadcast_add(scores, mask))
        z = F.reshape(F.batch_dot(weights, v), (-4, -1, self._heads, 0, 0))
        return self.out(F.reshape(F.transpose(z, (0, 2, 1, 3)), (0, 0, -3)))


def make_attention(units, heads):
    return SelfAttention(units, heads)
