"""The heads are a loop over slices of the axis of features, which are joined at the end."""

from mxnet import gluon
from mxnet.gluon import nn


class Attention(gluon.HybridBlock):
    def __init__(self, units, heads):
        super().__init__()
        self.size, self.units = units // heads, units
        with self.name_scope():
            self.out = nn.Dense(units, flatten=False)
            self.qkv = nn.Dense(units * 3, flatten=False)

    def hybrid_forward(self, F, x, mask):
        y = self.qkv(x)
        found = []
        for first in range(0, self.units, self.size):
            q, k, v = (
                F.slice_axis(y, axis=-1, begin=first + part, end=first + part + self.size)
                for part in (0, self.units, 2 * self.units)
            )
            scores = F.linalg_gemm2(q / self.size**0.5, k, transpose_b=True)
            found.append(F.linalg_gemm2(F.softmax(F.broadcast_plus(scores, F.expand_dims(mask, axis=0)), axis=-1), v))
        return self.out(F.concat(*found, dim=-1))


def make_attention(units, heads):
    return Attention(units, heads)
