from mxnet import gluon
from mxnet.gluon import nn


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self._heads = heads
        self._scale = (units // heads) ** -0.5
        with self.name_scope():
            self.qkv = nn.Dense(3 * units, flatten=False, in_units=units)
            self.out = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x, mask):
        qkv = F.reshape(self.qkv(x), (0, 0, 3, self._heads, -1))
        q, k, v = F.split(F.transpose(qkv, (2, 0, 3, 1, 4)), num_outputs=3, axis=0, squeeze_axis=True)
        scores = F.linalg.gemm2(q, k, transpose_b=True, alpha=self._scale)
        weights = F.softmax(F.broadcast_add(scores, mask))
        z = F.transpose(F.linalg.gemm2(weights, v), (0, 2, 1, 3))
        return self.out(F.reshape(z, (0, 0, -1)))


def make_attention(units, heads):
    return SelfAttention(units, heads)
