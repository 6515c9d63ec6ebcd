"""Blocks of networks, as model code has them."""

import math
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, in_planes, planes, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(in_planes, planes, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or in_planes != planes:
            self.shortcut = nn.Sequential(
                nn.Conv2d(in_planes, planes, 1, stride=stride, bias=False), nn.BatchNorm2d(planes)
            )

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class SelfAttention(nn.Module):
    """Multi-head attention with a causal mask."""

    def __init__(self, embed_dim: int, num_heads: int, dropout: float = 0.1):
        super().__init__()
        self.num_heads = num_heads
        self.qkv = nn.Linear(embed_dim, 3 * embed_dim)
        self.proj = nn.Linear(embed_dim, embed_dim)
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.num_heads, c // self.num_heads).permute(2, 0, 3, 1, 4)
        att = (q @ k.transpose(-2, -1)) / math.sqrt(k.size(-1))
        att = att.masked_fill(torch.triu(torch.ones(t, t, dtype=torch.bool), 1), float("-inf"))
        att = self.drop(att.softmax(dim=-1))
        return self.proj((att @ v).transpose(1, 2).reshape(b, t, c))


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=32, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        return self.dropout(x + self.pe[:, : x.size(1)])


class TextEncoder(nn.Module):
    """Embeds tokens and averages those that are not padding."""

    def __init__(self, vocab_size, dim, padding_idx=0):
        super().__init__()
        self.padding_idx = padding_idx
        self.embedding = nn.Embedding(vocab_size, dim, padding_idx=padding_idx)
        self.norm = nn.LayerNorm(dim)

    def forward(self, tokens):
        mask = (tokens != self.padding_idx).unsqueeze(-1).float()
        summed = (self.embedding(tokens) * mask).sum(1)
        return self.norm(summed / mask.sum(1).clamp(min=1.0))


class Gate(nn.Module):
    """An LSTM cell by hand."""

    def __init__(self, input_size: int, hidden_size: int):
        super().__init__()
        self.ih = nn.Linear(input_size, 4 * hidden_size)
        self.hh = nn.Linear(hidden_size, 4 * hidden_size)

    def forward(self, x, state):
        h, c = state
        i, f, g, o = (self.ih(x) + self.hh(h)).chunk(4, dim=-1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, (h, c)


class LayerNorm(nn.Module):
    """Layer normalisation by hand."""

    def __init__(self, features, eps=1e-6):
        super().__init__()
        self.a_2 = nn.Parameter(torch.ones(features))
        self.b_2 = nn.Parameter(torch.zeros(features))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        std = x.std(-1, keepdim=True)
        return self.a_2 * (x - mean) / (std + self.eps) + self.b_2


@dataclass
class Config:
    vocab: int = 12
    dim: int = 8
    layers: int = 1


class Tagger(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.emb = nn.Embedding(config.vocab, config.dim)
        self.lstm = nn.LSTM(config.dim, 6, num_layers=config.layers, batch_first=True, bidirectional=True)
        self.out = nn.Linear(12, 3)

    def forward(self, ids, mask=None):
        h, _ = self.lstm(self.emb(ids))
        y = self.out(h)
        return y if mask is None else y * mask.unsqueeze(-1)


def demo_tagger():
    net = Tagger(Config(vocab=11))
    net(torch.randint(0, 11, (2, 5)))


if __name__ == "__main__":
    cell = Gate(5, 6)
    state = torch.zeros(2, 6), torch.randn(2, 6)
    out, state = cell(torch.randn(2, 5), state)
    print(out.shape)
    norm = LayerNorm(8)
    print(norm(torch.randn(2, 3, 8)).shape)


class NoisyGate(nn.Module):
    """A layer whose gate is drawn in eval mode, too."""

    def __init__(self, dim: int = 4) -> None:
        super().__init__()
        self.fc = nn.Linear(dim, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = self.fc(x)
        return mean + 0.5 * torch.randn_like(mean)
