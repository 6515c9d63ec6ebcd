import torch


def sum_of_squares(x, ctxs):
    parts = [part.to(c) for part, c in zip(torch.tensor_split(x, len(ctxs)), ctxs)]
    return sum((part**2).sum().to(ctxs[0]) for part in parts)
