"""Functions on tensors, with all kinds of parameters and results."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Literal, NamedTuple, Optional

import torch
from torch import Tensor

try:
    from jaxtyping import Float
except ImportError:
    Float = None

Stats = namedtuple("Stats", "mean deviation")


def pixel_shuffle(x: Float[Tensor, "batch 4 h w"], factor: int = 2) -> Tensor:
    """Rearrange channels into space."""
    b, c, h, w = x.shape
    x = x.reshape(b, c // factor**2, factor, factor, h, w)
    return x.permute(0, 1, 4, 2, 5, 3).reshape(b, c // factor**2, h * factor, w * factor)


def causal_mask(size: int) -> Tensor:
    return torch.triu(torch.ones(size, size), diagonal=1) == 0


def statistics(x: Tensor, *, keepdim: bool = False) -> Stats:
    """Args:
    x: tensor of shape [B, T]
    """
    return Stats(x.mean(-1, keepdim=keepdim), x.std(-1, keepdim=keepdim))


@dataclass
class Output:
    logits: torch.Tensor
    best: torch.Tensor


def classify(x: Tensor, weight: Tensor) -> Output:
    """Args:
    x: features (N, D)
    weight: matrix (K, D)
    """
    logits = x @ weight.t()
    return Output(logits, logits.argmax(-1))


def pool(x: Tensor, mask: Optional[Tensor] = None, mode: Literal["mean", "max"] = "mean"):
    """Args:
    x: tensor of shape (B, T, D)
    mask: booleans of shape (B, T)
    """
    if mask is not None:
        x = x * mask.unsqueeze(-1)
    return x.mean(1) if mode == "mean" else x.max(1).values


def add_noise_scale(x, scale):
    x.mul_(scale)


def collate(batch):
    """Pads sequences to the longest one.

    >>> collate([(torch.tensor([1.0, 2.0, 3.0]), 1), (torch.tensor([4.0]), 0)])
    """
    sequences, labels = zip(*batch)
    longest = max(len(s) for s in sequences)
    padded = torch.zeros(len(sequences), longest)
    for i, s in enumerate(sequences):
        padded[i, : len(s)] = s
    return {"x": padded, "y": torch.tensor(labels), "lengths": [len(s) for s in sequences]}


def concat(*tensors: Tensor, dim: int = 0):
    return torch.cat(tensors, dim=dim)


def gumbel_sample(logits, temperature=1.0):
    """Args:
    logits: (N, K) scores
    """
    noise = -torch.log(-torch.log(torch.rand_like(logits) + 1e-10) + 1e-10)
    return torch.softmax((logits + noise) / temperature, dim=-1)


class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad * (s + x * s * (1 - s))


class Normalizer:
    def __init__(self, mean: float, std: float):
        self.mean, self.std = mean, std

    def __call__(self, x: Tensor) -> Tensor:
        return (x - self.mean) / self.std

    def inverse(self, x: Tensor) -> Tensor:
        return x * self.std + self.mean

    @staticmethod
    def scale(x: Tensor, by: float) -> Tensor:
        return x * by


def count_large(x: Tensor, limit: float = 0.0) -> int:
    """x: (N,)"""
    return int((x > limit).sum())


def scatter_mean(src, index, size: int):
    """Average of rows with the same index.

    Args:
        src (Tensor): values of shape (N, D)
        index (LongTensor): rows, shape (N,)
        size: number of rows of the result
    """
    out = torch.zeros(size, src.size(1)).index_add_(0, index, src)
    count = torch.zeros(size).index_add_(0, index, torch.ones(len(index)))
    return out / count.clamp(min=1)[:, None]
