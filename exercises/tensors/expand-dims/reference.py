import torch


def expand_dims(x: torch.Tensor, dim):
    return x.unsqueeze(dim)
