import torch


def view16(x: torch.Tensor):
    return x.view(16)
