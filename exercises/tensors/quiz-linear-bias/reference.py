import torch


def linear(x, w, b):
    return torch.nn.functional.linear(x, w, b)
