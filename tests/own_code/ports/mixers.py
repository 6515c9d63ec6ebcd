import math

from mxnet import gluon, nd
from mxnet.gluon import nn


class Mixer(gluon.Block):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.dim, self.heads = dim, heads
        self.qkv = nn.Dense(3 * dim, flatten=False, in_units=dim)
        self.out = nn.Dense(dim, flatten=False, in_units=dim)
        self.basis = nd.zeros((dim,))

    def forward(self, x):
        b, t, c = x.shape
        parts = self.qkv(x).reshape((b, t, 3, self.heads, -1)).transpose((2, 0, 3, 1, 4))
        q, k, v = (parts[i].reshape((b * self.heads, t, -1)) for i in range(3))
        att = nd.softmax(nd.batch_dot(q, k, transpose_b=True) / math.sqrt(c // self.heads), axis=-1)
        y = nd.batch_dot(att, v).reshape((b, self.heads, t, -1)).transpose((0, 2, 1, 3)).reshape((b, t, c))
        return x + self.out(y) * self.basis


def carry_over(net, state):
    net.qkv.weight.set_data(state["attn.in_proj_weight"])
    net.qkv.bias.set_data(state["attn.in_proj_bias"])
    net.out.weight.set_data(state["attn.out_proj.weight"])
    net.out.bias.set_data(state["attn.out_proj.bias"])
    net.basis[:] = state["basis"]
