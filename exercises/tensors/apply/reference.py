import torch


def apply_fn(x, fn):
    return x.clone().apply_(fn)
