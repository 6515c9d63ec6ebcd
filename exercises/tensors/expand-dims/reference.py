import torch


def unsqueeze(x: torch.Tensor, dim):
    return x.unsqueeze(dim)
