import torch


def geometric_like(x, p):
    return torch.empty_like(x).geometric_(p)
