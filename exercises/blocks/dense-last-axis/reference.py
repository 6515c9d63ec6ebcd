import torch


def make_token_head(units):
    return torch.nn.LazyLinear(units)
