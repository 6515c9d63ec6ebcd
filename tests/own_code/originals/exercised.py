"""Functions whose usual inputs exercise little: each port of `ports/exercised.py` leaves a part out."""

import math
import torch
from torch import nn


def drop_path(x, drop_prob: float = 0.0, training: bool = False, scale_by_keep: bool = True):
    """Drop paths."""
    if drop_prob == 0.0 or not training:
        return x
    keep_prob = 1 - drop_prob
    shape = (x.shape[0],) + (1,) * (x.ndim - 1)
    random_tensor = x.new_empty(shape).bernoulli_(keep_prob)
    if keep_prob > 0.0 and scale_by_keep:
        random_tensor.div_(keep_prob)
    return x * random_tensor


class DotProductAttention(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        d = queries.shape[-1]
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(d)
        if valid_lens is None:
            weights = torch.softmax(scores, -1)
        else:
            maxlen = scores.shape[2]
            mask = torch.arange(maxlen)[None, None, :] < valid_lens[:, None, None]
            scores = torch.where(mask, scores, torch.full_like(scores, -1e6))
            weights = torch.softmax(scores, -1)
        return torch.bmm(self.dropout(weights), values)


def accuracy(output, target, topk=(1,)):
    """Top-k accuracy."""
    maxk = min(max(topk), output.size()[1])
    batch_size = target.size(0)
    _, pred = output.topk(maxk, 1, True, True)
    pred = pred.t()
    correct = pred.eq(target.reshape(1, -1).expand_as(pred))
    return [correct[: min(k, maxk)].reshape(-1).float().sum(0) * 100.0 / batch_size for k in topk]


def total_variation(img: torch.Tensor, reduction: str = "sum") -> torch.Tensor:
    """Total variation.

    >>> total_variation(torch.ones(4, 4))
    tensor(0.)
    """
    a = (img[..., 1:, :] - img[..., :-1, :]).abs()
    b = (img[..., :, 1:] - img[..., :, :-1]).abs()
    if reduction == "sum":
        return a.sum((-2, -1)) + b.sum((-2, -1))
    elif reduction == "mean":
        return a.mean((-2, -1)) + b.mean((-2, -1))
    raise ValueError(reduction)


def agc(parameters, clip_factor=0.01):
    for p in parameters:
        if p.grad is None:
            continue
        p.grad.mul_(clip_factor)


def weighted_average(x, weights=None):
    if weights is not None:
        w = torch.where(weights != 0, x * weights, torch.zeros_like(x))
        return w.sum() / torch.clamp(weights.sum(), min=1.0)
    return x.mean()


def zeros_for(x: torch.Tensor):
    return torch.zeros(3)
