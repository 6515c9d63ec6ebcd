import torch


def matrix_root(a):
    e, v = torch.linalg.eigh(a)
    return v @ torch.diag(e.sqrt()) @ v.T
