import torch


def make_zeros(rows, cols):
    return torch.zeros(rows, cols)
