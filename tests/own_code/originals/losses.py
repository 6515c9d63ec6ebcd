"""Losses and measures, as training code has them."""

import torch
import torch.nn.functional as F
from torch import Tensor


def focal_loss(logits: Tensor, targets: Tensor, alpha: float = 0.25, gamma: float = 2.0, reduction: str = "mean"):
    """Sigmoid focal loss.

    Args:
        logits: raw scores of shape (N, C)
        targets: zeros and ones of shape (N, C)
    """
    p = torch.sigmoid(logits)
    loss = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
    pt = p * targets + (1 - p) * (1 - targets)
    loss = (alpha * targets + (1 - alpha) * (1 - targets)) * (1 - pt) ** gamma * loss
    if reduction == "mean":
        return loss.mean()
    elif reduction == "sum":
        return loss.sum()
    return loss


def label_smoothing_loss(logits, target, smoothing=0.1):
    log_probs = F.log_softmax(logits, dim=-1)
    picked = -log_probs.gather(dim=-1, index=target.unsqueeze(1)).squeeze(1)
    return ((1 - smoothing) * picked - smoothing * log_probs.mean(dim=-1)).mean()


def topk_accuracy(output, target, topk=(1, 2)):
    """Return the accuracy over the k best predictions."""
    maxk = max(topk)
    _, pred = output.topk(maxk, 1, True, True)
    correct = pred.t().eq(target.view(1, -1).expand_as(pred.t()))
    return [correct[:k].reshape(-1).float().sum() * (100.0 / target.size(0)) for k in topk]


def box_iou(boxes1, boxes2):
    """Intersection over union of boxes (x1, y1, x2, y2).

    >>> a = torch.tensor([[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 3.0, 4.0]])
    >>> box_iou(a, a[:1])
    """
    area1 = (boxes1[:, 2] - boxes1[:, 0]) * (boxes1[:, 3] - boxes1[:, 1])
    area2 = (boxes2[:, 2] - boxes2[:, 0]) * (boxes2[:, 3] - boxes2[:, 1])
    lt = torch.max(boxes1[:, None, :2], boxes2[:, :2])
    rb = torch.min(boxes1[:, None, 2:], boxes2[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[:, :, 0] * wh[:, :, 1]
    return inter / (area1[:, None].abs() + area2.abs() - inter + 1.0)


def dice_score(prediction, mask, eps=1e-6):
    prediction = (prediction > 0.5).float()
    return (2 * (prediction * mask).sum() + eps) / (prediction.sum() + mask.sum() + eps)
