import torch


def uniform_like(x, low, high):
    return torch.empty_like(x).uniform_(low, high)
