import torch


def copy_rows(dst: torch.Tensor, src: torch.Tensor):
    dst.copy_(src)
    return dst
