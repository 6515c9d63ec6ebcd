import torch


def addcdiv(t, v, t1, t2):
    return torch.addcdiv(t, t1, t2, value=v)
