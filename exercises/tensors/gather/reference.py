import torch


def gather(x, index):
    return torch.gather(x, 1, index)
