import torch


def cast(x, name):
    return x.type(getattr(torch, name))
