"""The scope is PyTorch's, and MXNet does not have it.

`torch.no_grad()` is `autograd.pause()` in MXNet, and outside `record()` nothing is recorded anyway.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
        y.backward()
        with autograd.no_grad():
            w += lr * w.grad
    return w
