import torch


def shape_of(x: torch.Tensor):
    return tuple(x.size())
