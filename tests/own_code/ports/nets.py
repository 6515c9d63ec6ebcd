import math

import numpy as onp
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn


class BasicBlock(gluon.Block):
    def __init__(self, in_planes, planes, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2D(planes, 3, strides=stride, padding=1, use_bias=False, in_channels=in_planes)
        self.bn1 = nn.BatchNorm(in_channels=planes)
        self.conv2 = nn.Conv2D(planes, 3, padding=1, use_bias=False, in_channels=planes)
        self.bn2 = nn.BatchNorm(in_channels=planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or in_planes != planes:
            self.shortcut.add(nn.Conv2D(planes, 1, strides=stride, use_bias=False, in_channels=in_planes))
            self.shortcut.add(nn.BatchNorm(in_channels=planes))

    def forward(self, x):
        out = nd.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out)) + (self.shortcut(x) if len(self.shortcut) else x)
        return nd.relu(out)


class SelfAttention(gluon.Block):
    def __init__(self, embed_dim, num_heads, dropout=0.1):
        super().__init__()
        self.num_heads = num_heads
        self.qkv = nn.Dense(3 * embed_dim, flatten=False, in_units=embed_dim)
        self.proj = nn.Dense(embed_dim, flatten=False, in_units=embed_dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        b, t, c = x.shape
        h = self.num_heads
        parts = self.qkv(x).reshape((b, t, 3, h, c // h)).transpose((2, 0, 3, 1, 4))
        q, k, v = (parts[i].reshape((b * h, t, c // h)) for i in range(3))
        att = nd.batch_dot(q, k, transpose_b=True) / math.sqrt(c // h)
        mask = nd.array(onp.triu(onp.ones((t, t)), 1)).expand_dims(0).broadcast_to((b * h, t, t))
        att = nd.where(mask, nd.ones_like(att) * -1e30, att)
        att = self.drop(nd.softmax(att, axis=-1))
        out = nd.batch_dot(att, v).reshape((b, h, t, c // h)).transpose((0, 2, 1, 3)).reshape((b, t, c))
        return self.proj(out)


class PositionalEncoding(gluon.Block):
    def __init__(self, d_model, max_len=32, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        position = onp.arange(max_len)[:, None]
        div_term = onp.exp(onp.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = onp.zeros((max_len, d_model))
        pe[:, 0::2], pe[:, 1::2] = onp.sin(position * div_term), onp.cos(position * div_term)
        self.pe = nd.array(pe[None])

    def forward(self, x):
        return self.dropout(nd.broadcast_add(x, self.pe[:, : x.shape[1]]))


class TextEncoder(gluon.Block):
    def __init__(self, vocab_size, dim, padding_idx=0):
        super().__init__()
        self.padding_idx = padding_idx
        self.embedding = nn.Embedding(vocab_size, dim)
        self.norm = nn.LayerNorm(in_channels=dim)

    def forward(self, tokens):
        mask = (tokens != self.padding_idx).astype("float32").expand_dims(-1)
        kept = self.embedding(tokens) * mask
        return self.norm(kept.sum(1) / nd.maximum(mask.sum(1), 1.0))


class Gate(gluon.Block):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.ih = nn.Dense(4 * hidden_size, in_units=input_size)
        self.hh = nn.Dense(4 * hidden_size, in_units=hidden_size)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.ih(x) + self.hh(h)).split(4, axis=-1)
        c = nd.sigmoid(f) * c + nd.sigmoid(i) * nd.tanh(g)
        h = nd.sigmoid(o) * nd.tanh(c)
        return h, (h, c)


class LayerNorm(gluon.Block):
    def __init__(self, features, eps=1e-6):
        super().__init__()
        self.eps = eps
        with self.name_scope():
            self.a_2 = self.params.get("a_2", shape=(features,), init="ones")
            self.b_2 = self.params.get("b_2", shape=(features,), init="zeros")

    def forward(self, x):
        n = x.shape[-1]
        mean = x.mean(axis=-1, keepdims=True)
        std = nd.sqrt(((x - mean) ** 2).sum(axis=-1, keepdims=True) / (n - 1))
        return self.a_2.data() * (x - mean) / (std + self.eps) + self.b_2.data()


class Tagger(gluon.Block):
    def __init__(self, config):
        super().__init__()
        self.emb = nn.Embedding(config.vocab, config.dim)
        self.lstm = rnn.LSTM(6, config.layers, layout="NTC", bidirectional=True, input_size=config.dim)
        self.out = nn.Dense(3, flatten=False, in_units=12)

    def forward(self, ids, mask=None):
        y = self.out(self.lstm(self.emb(ids)))
        return y if mask is None else y * mask.astype("float32").expand_dims(-1)


class NoisyGate(gluon.Block):
    def __init__(self, dim=4):
        super().__init__()
        self.fc = nn.Dense(3, in_units=dim, flatten=False)

    def forward(self, x):
        mean = self.fc(x)
        return mean + 0.5 * nd.random.normal(shape=mean.shape)
