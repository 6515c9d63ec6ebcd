import torch


def uniform(low, high, shape):
    return torch.empty(shape).uniform_(low, high)
