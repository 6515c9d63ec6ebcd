import torch


def scatter_const(rows, cols, index, value):
    return torch.zeros(rows, cols).scatter_(1, index, value)
