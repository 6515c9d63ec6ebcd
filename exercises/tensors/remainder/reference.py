import torch


def remainder(x, d):
    return torch.remainder(x, d)
