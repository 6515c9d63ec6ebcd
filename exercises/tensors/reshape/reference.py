import torch


def reshape16(x: torch.Tensor):
    return x.view(16)
