import torch


def clamp(x, lo, hi):
    return x.clamp(lo, hi)
