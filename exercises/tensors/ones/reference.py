import torch


def make_ones(rows, cols):
    return torch.ones(rows, cols)
