import torch


def exponential_like(x, lambd):
    return torch.empty_like(x).exponential_(lambd)
