import torch


def vjp(x, v):
    x = x.detach().clone().requires_grad_(True)
    y = x * x + torch.sin(x)
    y.backward(gradient=v)
    return x.grad
