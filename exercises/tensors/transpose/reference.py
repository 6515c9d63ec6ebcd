import torch


def transpose(x: torch.Tensor):
    return x.t()
