import torch


def arccos(x):
    return torch.acos(x)
