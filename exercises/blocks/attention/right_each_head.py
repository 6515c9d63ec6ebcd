from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._units, self._heads = units, heads
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, mask):
        d = self._units // self._heads
        qkv, joined = self.qkv(x), []
        for head in range(self._heads):
            q, k, v = (
                F.slice_axis(qkv, axis=2, begin=part * self._units + head * d, end=part * self._units + head * d + d)
                for part in range(3)
            )
            scores = F.broadcast_add(F.batch_dot(q, k, transpose_b=True) / d**0.5, mask)
            joined.append(F.batch_dot(F.softmax(scores), v))
        return self.out(F.concat(*joined, dim=2))


def make_attention(units, heads):
    return SelfAttention(units, heads)
