import torch


def eigh(a):
    e, v = torch.linalg.eigh(a)
    return e, v
