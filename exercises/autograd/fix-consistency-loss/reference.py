import torch


def consistency_gradients(x, noise, w):
    w = w.clone().requires_grad_(True)
    h = torch.tanh(x @ w)
    h.retain_grad()
    with torch.no_grad():
        goal = torch.tanh((x + noise) @ w)
    loss = ((h - goal) ** 2).mean()
    loss.backward()
    return w.grad, h.grad
