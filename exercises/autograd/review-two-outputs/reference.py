import torch


def input_gradient(x, da, db):
    x = x.clone().requires_grad_(True)
    a = x * torch.sin(x)
    b = a * torch.sigmoid(x).detach()
    torch.autograd.backward([a, b], [da, db])
    return x.grad
