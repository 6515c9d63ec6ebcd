import torch


def ascend(w, x, lr, steps):
    w = w.detach().clone().requires_grad_(True)
    for _ in range(steps):
        y = (x * w - 0.5 * w * w).sum()
        y.backward()
        with torch.no_grad():
            w += lr * w.grad
        w.grad.zero_()
    return w.detach()
