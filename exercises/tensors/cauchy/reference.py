import torch


def cauchy_like(x, median, sigma):
    return torch.empty_like(x).cauchy_(median, sigma)
