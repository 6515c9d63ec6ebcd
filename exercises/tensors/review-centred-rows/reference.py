import torch


def centre(scores, valid):
    valid = valid.bool()
    kept = torch.where(valid, scores, 0.0)
    count = valid.sum(dim=1, keepdim=True).clamp(min=1)
    mean = kept.sum(dim=1, keepdim=True) / count
    return torch.where(valid, kept - mean, 0.0)
