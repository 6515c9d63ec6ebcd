import torch


def arctan(x):
    return torch.atan(x)
