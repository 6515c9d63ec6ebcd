import torch


def ones_like(x):
    return torch.ones_like(x)
