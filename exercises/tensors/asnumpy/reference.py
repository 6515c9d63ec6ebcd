import torch


def to_numpy(x: torch.Tensor):
    return x.numpy()
