"""Ways to import and name things."""
from __future__ import annotations

import functools
import typing as t
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import torch
import torch as T
import torch.nn.functional as F
from torch import nn as layers, optim
from torch.nn import *  # noqa
from torch.nn import functional as fn
from torch.nn.parameter import Parameter as P
from torch.nn.utils import parameters_to_vector
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

try:
    from fast_norm import LayerNorm as Norm
except ImportError:
    from torch.nn import LayerNorm as Norm

try:
    import fancy
except ImportError:
    fancy = None

relu = F.relu
make_linear = partial(layers.Linear, bias=False)
ACTIVATIONS = {"relu": layers.ReLU, "gelu": layers.GELU}


@dataclass
class Batch:
    x: torch.Tensor
    y: t.Optional["torch.Tensor"] = None
    tags: t.List[str] = field(default_factory=list)

    def to(self, device):
        self.x = self.x.to(device)
        if self.y is not None:
            self.y = self.y.to(device)
        return self

    @property
    def total(self):
        return self.x.sum() + self.y.sum()

    @classmethod
    def random(cls, n):
        return cls(T.randn(n, 4), T.zeros(n), ["a,b".split(",")[0]])


class Pair(t.NamedTuple):
    left: torch.Tensor
    right: torch.Tensor


class Bag(Module):
    """Bases and layers come from a star import."""

    def __init__(self, act: str = "relu"):
        super().__init__()
        self.net = Sequential(Linear(4, 8), ACTIVATIONS[act](), Dropout(0.1))
        self.norm = Norm(8)
        self.out = make_linear(8, 2)
        self.w = P(T.empty(3).uniform_(-1, 1))
        self.tables = ModuleDict({"a": Embedding(5, 4), "b": Embedding(5, 4)})
        self.scales = ParameterList([P(T.ones(1)) for _ in range(2)])
        setattr(self, "extra", Linear(2, 2))

    def __len__(self):
        return len(self.net)

    @functools.cached_property
    def vector(self):
        return parameters_to_vector(self.parameters()).detach()

    def forward(self, x, index=None):
        if (hidden := self.net(x)).dim() == 2:
            hidden = hidden.unsqueeze(1)
        if index is not None:
            for name, table in self.tables.items():
                hidden = hidden + self.net[0](table(index)).unsqueeze(1)
        hidden = self.norm(hidden).squeeze(1)
        first = self.net[0].weight.t().matmul(hidden.t())
        y = self.extra(self.out(hidden)) * self.scales[0].abs()
        return fn.log_softmax(y, dim=-1), first.contiguous()


def default(value, other):
    return value if value is not None else other


def once(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)
    return inner


@once
def spread(x, size: int | None = None):
    size = default(size, 2)
    return x.repeat(size, 1).chunk(2, dim=0)


def masks(lengths: torch.LongTensor, most=None):
    most = default(most, lengths.max().item())
    grid = T.arange(most)[None, :].expand(len(lengths), -1)
    return grid < lengths[:, None]


def kind(value):
    match value:
        case torch.Tensor() as tensor:
            return tensor.numel()
        case np.ndarray():
            return value.size
        case [first, *rest]:
            return len(rest)
        case str():
            return value.split(",")
    return None


def statistics(values):
    """NumPy's methods are none of torch's."""
    array = np.array(values).reshape(-1)
    return array.mean(), array.sum().item(), array.astype("float32").max()


def containers():
    found = {}
    for i in range(3):
        found.setdefault("x", []).append(T.full((2,), float(i)))
    stacked = torch.stack(found["x"])
    parts = {k: torch.cat(v).view(2, -1) for k, v in found.items()}
    ranked = sorted([t_.sum().item() for t_ in parts["x"].unbind(0)], key=lambda v: -v)
    pair = Pair(stacked, stacked.t())
    lookup = [lambda v: v.exp(), torch.log1p]
    results = [f(pair.left) for f in lookup]
    biggest = max(results, key=lambda r: r.norm())
    return ranked, biggest.flatten(), pair.right.size(0), list(map(torch.sum, results))


def sequences(items):
    lengths = torch.as_tensor([len(i) for i in items])
    padded = pad_sequence([torch.tensor(i) for i in items], batch_first=True).float()
    rnn = layers.LSTM(1, 4, batch_first=True)
    packed = pack_padded_sequence(padded.unsqueeze(-1), lengths, batch_first=True, enforce_sorted=False)
    out, (h, c) = rnn(packed)
    out, _ = pad_packed_sequence(out, batch_first=True)
    return out.masked_fill(~masks(lengths).unsqueeze(-1), 0.0), h.squeeze(0), c[-1].sum()


class Patched:
    scale = staticmethod(torch.tanh)

    def __call__(self, x):
        return Patched.scale(x).add(1)


async def arrive(x):
    return x * 2


async def gather(xs):
    total = torch.zeros(2)
    for x in xs:
        y = await arrive(x)
        total += y.clamp(min=0)
    return total.div(2)
