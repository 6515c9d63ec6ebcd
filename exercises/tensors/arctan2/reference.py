import torch


def arctan2(x, y):
    return torch.atan2(x, y)
