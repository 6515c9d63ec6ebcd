import torch


def fit(w, x, y, lr, size, steps):
    w = w.clone().requires_grad_(True)
    for _ in range(steps):
        for xs, ys in zip(x.split(size), y.split(size)):
            (((xs @ w - ys) ** 2).sum() / len(x)).backward()
        with torch.no_grad():
            w -= lr * w.grad
        w.grad.zero_()
    return w.detach()
