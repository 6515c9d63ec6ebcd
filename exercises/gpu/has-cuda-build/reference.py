import torch


def has_cuda_build():
    return torch.backends.cuda.is_built()
