import torch


def clip(x, lo, hi):
    return x.clamp(lo, hi)
