import torch


def ones_plus_one(rows, cols, ctx):
    return torch.ones(rows, cols, device=ctx) + 1
